import { endOfDay, type Today, today } from '../service/calendar.ts';

/** A domain of a connection, by its index. */
export interface Place {
  readonly connectionId: string;
  /** `user_domain_idx`. */
  readonly index: number;
}

/** Equal for the same domain of the same connection, different for any other. */
export function placeId({ connectionId, index }: Place): string {
  return `${connectionId}/${index}`;
}

/** A day of a zone, while it lasts. */
interface Lasting {
  readonly today: Today;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly end: number;
}

/**
 * Which day it is for the service: in the `timezone` of a domain's last answer, else of its connection's, else in UTC.
 */
export class ServiceDays {
  readonly #now: () => Date;
  /** By domain, and by connection. */
  readonly #zones = new Map<string, string>();
  readonly #lasting = new Map<string, Lasting>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Notes the `timezone` of an answer. */
  learn(place: Place, zone: string): void {
    this.#zones.set(placeId(place), zone).set(place.connectionId, zone);
  }

  today(place: Place): Today {
    return this.#lastingOf(this.#zoneOf(place)).today;
  }

  /** Today in the zone of a connection's last answer. */
  ofConnection(connectionId: string): Today {
    return this.#lastingOf(this.#zones.get(connectionId)).today;
  }

  /** When the day ends for the service: milliseconds since 1970. */
  midnight(place: Place): number {
    return this.#lastingOf(this.#zoneOf(place)).end;
  }

  forget(): void {
    this.#zones.clear();
    this.#lasting.clear();
  }

  #zoneOf(place: Place): string | undefined {
    return this.#zones.get(placeId(place)) ?? this.#zones.get(place.connectionId);
  }

  #lastingOf(zone = 'UTC'): Lasting {
    const now = this.#now();
    const known = this.#lasting.get(zone);
    if (known && known.from <= now.getTime() && now.getTime() < known.end) return known;
    const lasting = {
      today: today(zone, now),
      from: now.getTime(),
      end: endOfDay(zone, now).getTime(),
    };
    this.#lasting.set(zone, lasting);
    return lasting;
  }
}

import { type DomainRef, domainId } from '../connections/domainRef.ts';
import { endOfDay, type Today, today } from '../service/calendar.ts';

/** A day in a time zone, and how long it lasts. */
interface Lasting {
  readonly today: Today;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly end: number;
}

/**
 * The current day of the service: in the `timezone` of a domain's last response, otherwise of its connection's last
 * response, otherwise in UTC.
 */
export class ServiceDays {
  readonly #now: () => Date;
  /** The time zones, by domain and by connection. */
  readonly #zones = new Map<string, string>();
  readonly #lasting = new Map<string, Lasting>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Stores the `timezone` of a response. */
  learn(domain: DomainRef, zone: string): void {
    this.#zones.set(domainId(domain), zone).set(domain.connectionId, zone);
  }

  /**
   * Stores the `timezone` of the response for a log until a response with counts specifies one. Returns true if it is
   * new.
   */
  learnFirst(domain: DomainRef, zone: string): boolean {
    if (zone === '' || this.zoneOf(domain) !== undefined) return false;
    this.learn(domain, zone);
    return true;
  }

  /**
   * Returns the time zone in the responses for a domain, as sent, otherwise in those for its connection; undefined
   * until a response specifies one.
   */
  zoneOf(domain: DomainRef): string | undefined {
    return this.#zones.get(domainId(domain)) ?? this.#zones.get(domain.connectionId);
  }

  today(domain: DomainRef): Today {
    return this.#lastingOf(this.zoneOf(domain)).today;
  }

  /** Returns today's date in the time zone of a connection's last response. */
  ofConnection(connectionId: string): Today {
    return this.#lastingOf(this.#zones.get(connectionId)).today;
  }

  /** Returns when the service's day ends, in milliseconds since 1970. */
  midnight(domain: DomainRef): number {
    return this.#lastingOf(this.zoneOf(domain)).end;
  }

  /** Forgets the time zones of these connections. */
  forget(connectionIds: ReadonlySet<string>): void {
    for (const id of this.#zones.keys())
      if (connectionIds.has(id.replace(/\/\d+$/, ''))) this.#zones.delete(id);
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

import { type DomainRef, domainId } from '../connections/domainRef.ts';
import { endOfDay, type Today, today } from '../service/calendar.ts';

/** A day in a time zone, and the period for which it is the current day. */
interface Lasting {
  readonly today: Today;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly end: number;
}

/**
 * The service's current day. Its time zone is the `timezone` in the last response for the domain; if there is none, the
 * one in the last response for the connection; otherwise, UTC.
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
   * Stores the `timezone` of the response for a log until a response with counts specifies one. Returns true if no time
   * zone was known before.
   */
  learnFirst(domain: DomainRef, zone: string): boolean {
    if (zone === '' || this.zoneOf(domain) !== undefined) return false;
    this.learn(domain, zone);
    return true;
  }

  /**
   * Returns the time zone, as sent, from the last response for a domain or, if there is none, for its connection;
   * undefined until a response specifies one.
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

  /** Returns when the current day ends in the service's time zone, in milliseconds since 1970. */
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

import type { DomainRef } from '../connections/domainRef.ts';
import { today } from '../service/calendar.ts';

/**
 * The service's current day. Its time zone is the `timezone` in the last response for the domain; if there is none, the
 * one in the last response for the connection; otherwise, UTC.
 */
export class ServiceDays {
  /** The time zones, by connection and by the domain's index; that of the last response is `last`. */
  readonly #zones = new Map<string, Map<number | 'last', string>>();

  /** Stores the `timezone` of a response with counts, if it specifies one. */
  learn({ connectionId, index }: DomainRef, zone: string): void {
    if (zone === '') return;
    const zones = this.#zones.get(connectionId) ?? new Map<number | 'last', string>();
    this.#zones.set(connectionId, zones.set(index, zone).set('last', zone));
  }

  /**
   * Stores the `timezone` of another response until one with counts specifies one. Returns true if no time zone was
   * known before.
   */
  learnFirst(domain: DomainRef, zone: string): boolean {
    if (zone === '' || this.zoneOf(domain) !== undefined) return false;
    this.learn(domain, zone);
    return true;
  }

  /** Returns the time zone, as sent; undefined until a response specifies one. */
  zoneOf({ connectionId, index }: DomainRef): string | undefined {
    return this.#zones.get(connectionId)?.get(index) ?? this.#zones.get(connectionId)?.get('last');
  }

  /** Returns the current date of a domain's service, `YYYY-MM-DD`. */
  today(domain: DomainRef): string {
    return dayIn(this.zoneOf(domain));
  }

  /** Returns the current date in the time zone of a connection's last response. */
  ofConnection(connectionId: string): string {
    return dayIn(this.#zones.get(connectionId)?.get('last'));
  }

  /** Forgets the time zones of these connections. */
  forget(connectionIds: ReadonlySet<string>): void {
    for (const id of connectionIds) this.#zones.delete(id);
  }
}

function dayIn(zone = 'UTC'): string {
  return today(zone, new Date()).day;
}

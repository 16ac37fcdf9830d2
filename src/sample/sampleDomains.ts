/** The protected domains of the sample service. */
import { domainToASCII } from 'node:url';
import { type Language, languages } from './sampleLanguages.ts';

/** The trait that distinguishes a domain from an ordinary one. */
export type Story =
  /**
   * The first log of each day is a blocked upload from the same address; the newest is an injection into the checkout.
   */
  | 'nightly upload'
  /** Some uploads are 5 MiB long. */
  | 'large uploads'
  /** Some days are missing from the counts. */
  | 'quiet'
  /** No logs, and `total_log` is null. */
  | 'no traffic'
  /** Many logs contain text that is designed to break the code that displays it. */
  | 'hostile text';

export interface SampleDomain {
  /** `user_domain_idx`. */
  readonly index: number;
  /** The display name, in its own script. */
  readonly name: string;
  /** The name as in a `Host` header. */
  readonly host: string;
  readonly port: number;
  readonly language: Language;
  /** The number of detection logs over the whole range, unless the service is started with a different number. */
  readonly logs: number;
  /** The number of visitors on an average day. */
  readonly visitors: number;
  readonly story: Story | undefined;
}

type Plan = readonly [
  name: string,
  language: keyof typeof languages,
  logs: number,
  visitors: number,
  story?: Story,
];

const plans: readonly Plan[] = [
  ['shop.example', 'english', 820, 5200, 'nightly upload'],
  ['만두가게.example', 'korean', 430, 2400],
  ['files.example', 'english', 380, 1900, 'large uploads'],
  ['buchhandlung-köln.example', 'german', 320, 1300],
  ['旅館予約.example', 'japanese', 260, 1700],
  ['متجر.example', 'arabic', 200, 900],
  ['api.payments.example', 'english', 180, 3100],
  ['mairie-ville.example', 'french', 140, 700],
  ['noticias.example', 'spanish', 120, 4100],
  ['forum.example', 'english', 60, 40, 'quiet'],
  ['archive.example', 'german', 0, 0, 'no traffic'],
  ['security-lab.example', 'english', 160, 60, 'hostile text'],
];

/** Creates the domains, in the service's order; indices count up from 1001. */
export function makeDomains(): readonly SampleDomain[] {
  return plans.map(([name, language, logs, visitors, story], position) => ({
    index: 1001 + position,
    name,
    host: domainToASCII(name),
    port: position % 5 === 3 ? 80 : 443,
    language: languages[language],
    logs,
    visitors,
    story,
  }));
}

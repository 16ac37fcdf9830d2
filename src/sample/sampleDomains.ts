/** The protected domains in the sample service. */
import { domainToASCII } from 'node:url';
import type { SampleLog } from './sampleLogs.ts';

/** Words in a language, for realistic requests. */
interface Language {
  /** The language tag for `Accept-Language`. */
  readonly tag: string;
  /** Page paths, unencoded. */
  readonly pages: readonly string[];
  /** Search terms. */
  readonly words: readonly string[];
  /** Names of people. */
  readonly people: readonly string[];
}

const english: Language = {
  tag: 'en-US,en;q=0.9',
  pages: ['/search', '/products/42', '/cart', '/account/login', '/api/v1/orders', '/blog/comments'],
  words: ['winter boots', 'gift card', 'usb-c cable', 'return policy', 'tea'],
  people: ['Ada Example', 'Grace Sample', 'Tom Placeholder'],
};

const korean: Language = {
  tag: 'ko-KR,ko;q=0.9,en;q=0.5',
  pages: ['/검색', '/상품/목록', '/장바구니', '/회원/로그인', '/게시판/글쓰기'],
  words: ['고기만두', '김치만두', '배송 조회', '할인'],
  people: ['홍길동', '김보기', '이샘플'],
};

const arabic: Language = {
  tag: 'ar-SA,ar;q=0.9,en;q=0.5',
  pages: ['/بحث', '/منتجات/جديد', '/سلة', '/حساب/دخول', '/تعليقات'],
  words: ['قهوة عربية', 'تمر', 'هدية', 'عروض اليوم'],
  people: ['أحمد مثال', 'ليلى نموذج', 'سارة عينة'],
};

/** The trait that distinguishes a domain from an ordinary one. */
type Story =
  /**
   * The first log on each day is a blocked upload from the same address, and the newest log is an injection into a
   * checkout request.
   */
  | 'nightly upload'
  /** Some uploads are 5 MiB in size. */
  | 'large uploads'
  /** Some days are missing from the counts. */
  | 'quiet';

export interface SampleDomain {
  /** `user_domain_idx`. */
  readonly index: number;
  /** The display name, in its own script. */
  readonly name: string;
  /** The name in the form that a `Host` header requires. */
  readonly host: string;
  readonly language: Language;
  /**
   * The number of detection logs when the service starts, over the whole date range. Without logs, `total_log` of the
   * counts is null.
   */
  readonly logs: number;
  /** The number of visitors on an average day. */
  readonly visitors: number;
  readonly story?: Story;
  /** Changes a log, given its ordinal; for tests of hostile logs. */
  readonly change?: (log: SampleLog, ordinal: number) => SampleLog;
}

const plans: readonly (readonly [Pick<SampleDomain, 'name' | 'logs' | 'visitors' | 'story'>, Language])[] = [
  [{ name: 'shop.example', logs: 820, visitors: 5200, story: 'nightly upload' }, english],
  [{ name: '만두가게.example', logs: 430, visitors: 2400 }, korean],
  [{ name: 'files.example', logs: 380, visitors: 1900, story: 'large uploads' }, english],
  [{ name: 'متجر.example', logs: 200, visitors: 900 }, arabic],
  [{ name: 'forum.example', logs: 60, visitors: 40, story: 'quiet' }, english],
  [{ name: 'archive.example', logs: 0, visitors: 0 }, english],
];

/** The domains, in the service's order. Indices start at 1001. */
export const sampleDomains: readonly SampleDomain[] = plans.map(([plan, language], position) => ({
  ...plan,
  index: 1001 + position,
  host: domainToASCII(plan.name),
  language,
}));

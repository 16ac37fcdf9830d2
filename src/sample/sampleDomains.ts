/** The protected domains in the sample service. */
import { domainToASCII } from 'node:url';

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
  /** Text that visitors enter in forms. */
  readonly remarks: readonly string[];
}

const english: Language = {
  tag: 'en-US,en;q=0.9',
  pages: ['/search', '/products/42', '/cart', '/account/login', '/api/v1/orders', '/blog/comments'],
  words: ['winter boots', 'gift card', 'usb-c cable', 'return policy', 'tea'],
  people: ['Ada Example', 'Grace Sample', 'Tom Placeholder'],
  remarks: ['Please call me back.', 'When will it arrive?', 'Great service – thank you!'],
};

const korean: Language = {
  tag: 'ko-KR,ko;q=0.9,en;q=0.5',
  pages: ['/검색', '/상품/목록', '/장바구니', '/회원/로그인', '/게시판/글쓰기'],
  words: ['고기만두', '김치만두', '배송 조회', '할인'],
  people: ['홍길동', '김보기', '이샘플'],
  remarks: ['언제 도착하나요?', '문의드립니다.', '정말 맛있어요!'],
};

const german: Language = {
  tag: 'de-DE,de;q=0.9,en;q=0.6',
  pages: ['/suche', '/bücher/neuheiten', '/warenkorb', '/konto/anmelden', '/gästebuch'],
  words: ['Grüße aus Köln', 'Straßenkarte', 'Märchen', 'Gutschein'],
  people: ['Jürgen Muster', 'Käthe Beispiel', 'Max Mustermann'],
  remarks: ['Bitte um Rückruf.', 'Wann wird geliefert?', 'Schöner Laden, großes Lob!'],
};

const japanese: Language = {
  tag: 'ja-JP,ja;q=0.9,en;q=0.4',
  pages: ['/検索', '/予約/確認', '/客室一覧', '/ログイン', '/お問い合わせ'],
  words: ['温泉', '和室 二名', '朝食付き', '東京'],
  people: ['見本太郎', '例花子', '山田サンプル'],
  remarks: ['キャンセルできますか?', '駐車場はありますか。', 'ありがとうございました。'],
};

const arabic: Language = {
  tag: 'ar-SA,ar;q=0.9,en;q=0.5',
  pages: ['/بحث', '/منتجات/جديد', '/سلة', '/حساب/دخول', '/تعليقات'],
  words: ['قهوة عربية', 'تمر', 'هدية', 'عروض اليوم'],
  people: ['أحمد مثال', 'ليلى نموذج', 'سارة عينة'],
  remarks: ['متى يصل الطلب؟', 'شكرا جزيلا', 'أريد إرجاع المنتج'],
};

const french: Language = {
  tag: 'fr-FR,fr;q=0.9,en;q=0.5',
  pages: ['/recherche', '/démarches/état-civil', '/actualités', '/connexion', '/contact'],
  words: ['marché de Noël', 'école maternelle', 'déchèterie', 'carte d’identité'],
  people: ['Zoé Exemple', 'François Modèle', 'Éloïse Specimen'],
  remarks: ['Où déposer le dossier ?', 'Merci de me répondre.', 'Horaires d’été ?'],
};

const spanish: Language = {
  tag: 'es-ES,es;q=0.9,en;q=0.4',
  pages: ['/buscar', '/última-hora', '/opinión/comentarios', '/acceso', '/suscripción'],
  words: ['año nuevo', 'fútbol', 'elecciones', 'el tiempo mañana'],
  people: ['Íñigo Ejemplo', 'María Muestra', 'José Prueba'],
  remarks: ['¿Cuándo se publica?', '¡Buen artículo!', 'No estoy de acuerdo.'],
};

const languages = { english, korean, german, japanese, arabic, french, spanish };

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
  /** The name in the form that a `Host` header requires. */
  readonly host: string;
  readonly port: number;
  readonly language: Language;
  /** The number of detection logs over the whole date range, unless the service is started with a different number. */
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

/** Creates the domains, in the service's order. Indices start at 1001. */
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

import { type SecretCase, secrets } from './case.ts';
import { get, postForm, postJson, postMultipart, postText, postXml } from './requests.ts';
import { Values } from './values.ts';

const v = new Values(105);

const SOURCE = 'https://cldr.unicode.org/translation';

/** A place for a field in a particular language. */
type Place = (name: string, secret: string) => string;

const form: Place = (name, s) => postForm('/login', { user: 'kunde7', [name]: s });
const json: Place = (name, s) => postJson('/api/login', { user: 'kunde7', [name]: s });
const query: Place = (name, s) => get(`/login?user=kunde7&${new URLSearchParams([[name, s]])}`);
const multipart: Place = (name, s) =>
  postMultipart('/login', [
    ['user', 'kunde7'],
    [name, s],
  ]);
const xml: Place = (name, s) => postXml('/soap', `<login><user>kunde7</user><${name}>${s}</${name}></login>`);
const text: Place = (name, s) => postText('/support/mail', `Hello,\n\nuser: kunde7\n${name}: ${s}\n\nBye`);

type Field = readonly [name: string, secret: string, place: Place];

const fields: Readonly<Record<string, readonly Field[]>> = {
  Korean: [
    ['비밀번호', 'hanok-1392', form],
    ['비밀번호', '봄날의고양이7', json],
    ['비밀번호', v.text(10), text],
    ['패스워드', 'namsan!tower', form],
    ['암호', v.text(12), json],
    ['인증번호', '580274', form],
    ['새비밀번호', 'gimbap_2026', multipart],
    ['비밀번호확인', v.text(11), query],
    ['bimilbeonho', 'dalbit#33', form],
    ['보안코드', '916350', json],
  ],
  Japanese: [
    ['パスワード', 'sakura2718', form],
    ['パスワード', 'さくら咲く7', json],
    ['パスワード', v.text(12), text],
    ['暗証番号', '7394', form],
    ['認証コード', '204815', json],
    ['ワンタイムパスワード', '690217', multipart],
    ['合言葉', 'yama-kawa-88', query],
    ['新しいパスワード', v.text(10), xml],
  ],
  Chinese: [
    ['密码', 'panda-8848', form],
    ['密码', '长城万里9', json],
    ['密码', v.text(11), text],
    ['密碼', 'taipei#101', form],
    ['口令', v.text(14), json],
    ['验证码', '735920', query],
    ['mima', 'longjing-tea', form],
    ['登录密码', v.text(9), multipart],
    ['支付密码', '402867', json],
    ['新密码', 'Xihu_West5', xml],
  ],
  German: [
    ['passwort', 'Sommer2024!', form],
    ['Passwort', 'Übermut77', json],
    ['Kennwort', 'Bratapfel3', form],
    ['kennwort', v.text(12), query],
    ['neues_passwort', v.text(10), multipart],
    ['passwort_wiederholen', 'Schnee+Eis', form],
    ['Zugangscode', 'KX-4491-B', json],
    ['Geheimzahl', '8264', form],
    ['Passwort', v.text(13), text],
    ['zugangsschluessel', v.hex(24), json],
  ],
  French: [
    ['mdp', 'fromage-42', form],
    ['mot_de_passe', 'Été à Paris', form],
    ['motDePasse', v.text(12), json],
    ['mot de passe', 'baguette!9', text],
    ['motdepasse', v.text(10), query],
    ['nouveau_mdp', 'Chouette-5', multipart],
    ['code_secret', '5927', form],
    ['MotDePasse', 'Lavande/6', xml],
  ],
  Spanish: [
    ['contraseña', 'girasol88', form],
    ['contrasena', v.text(11), form],
    ['Contraseña', 'Niño.de.Luz', json],
    ['clave', 'tortuga-5', form],
    ['clave_acceso', v.text(12), query],
    ['contraseña', 'Limón y sal', text],
    ['nueva_clave', v.text(9), multipart],
    ['codigo_verificacion', '381640', json],
  ],
  Portuguese: [
    ['senha', 'saudade10', form],
    ['senha', 'Coração!1', json],
    ['senhaAtual', v.text(10), json],
    ['nova_senha', 'Açaí-2025', multipart],
    ['palavra-passe', v.text(12), form],
    ['Senha', 'feijoada_4', text],
    ['txtSenha', v.text(8), query],
    ['palavrachave', 'Azulejo-12', xml],
  ],
  Italian: [
    ['parola_chiave', 'ombrello-6', form],
    ['parolaChiave', v.text(12), json],
    ['codice_segreto', '61840', query],
    ["parola d'ordine", 'Vesuvio&79', form],
    ['nuova_parola_chiave', v.text(10), multipart],
  ],
  Russian: [
    ['пароль', 'snegopad-9', form],
    ['Пароль', 'белыйМедведь5', json],
    ['пароль', v.text(12), text],
    ['parol', 'matryoshka7', form],
    ['новый_пароль', v.text(10), multipart],
    ['код_подтверждения', '957103', json],
    ['пароль', 'Байкал+2020', query],
  ],
  Turkish: [
    ['sifre', 'kahve-lokum', form],
    ['şifre', 'Boğaz#1923', form],
    ['Şifre', v.text(12), json],
    ['parola', 'lale_bahce', query],
    ['yeni_sifre', v.text(10), multipart],
    ['dogrulama_kodu', '638295', json],
  ],
  Vietnamese: [
    ['mat_khau', 'pho-bo-tai5', form],
    ['mật khẩu', 'Hạ Long 88', form],
    ['matkhau', v.text(12), json],
    ['matKhauMoi', v.text(10), multipart],
    ['Mật khẩu', 'tre.xanh_7', text],
    ['ma_xac_nhan', '172946', query],
  ],
  Polish: [
    ['haslo', 'pierogi-12', form],
    ['hasło', 'Żubr_2023', json],
    ['nowe_haslo', v.text(10), multipart],
  ],
  Dutch: [
    ['wachtwoord', 'stroopwafel', form],
    ['wachtwoord', v.text(12), json],
    ['toegangscode', '50938', query],
  ],
  Indonesian: [
    ['kata_sandi', 'rendang!55', form],
    ['kataSandi', v.text(12), json],
    ['sandi', 'komodo-77', query],
  ],
  Thai: [['รหัสผ่าน', 'changthai8', form]],
  Arabic: [['كلمة_المرور', 'nakhla-404', json]],
  Swedish: [['lösenord', 'kanelbulle3', form]],
  Czech: [['heslo', 'knedlik-21', form]],
};

const placeNames = new Map<Place, string>([
  [form, 'form'],
  [json, 'JSON'],
  [query, 'query'],
  [multipart, 'multipart'],
  [xml, 'XML'],
  [text, 'text'],
]);

export const languages: readonly SecretCase[] = Object.entries(fields).flatMap(([language, entries]) =>
  secrets(
    'names in other languages',
    SOURCE,
    entries.map(([name, secret, place]) => [
      `${language} ${name} in ${placeNames.get(place)}`,
      secret,
      (s) => place(name, s),
    ]),
  ),
);

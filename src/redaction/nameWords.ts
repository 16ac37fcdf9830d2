/**
 * The words in the names of headers, parameters, and fields that contain secrets. `secretNames.ts` splits a name into
 * words and compares them with these lists. Add new words only here. All words are in lowercase.
 *
 * Sources: the parameter filters of Rails (`filter_parameter_logging`), Django (`SafeExceptionReporterFilter`), Sentry
 * (`EventScrubber`), and Laravel; OAuth 2.0 (RFC 6749, 7636, 8628), OpenID Connect, OAuth 1.0a (RFC 5849), SAML 2.0,
 * and CAS 3.0; signed URLs of AWS, Google Cloud, Azure, and CloudFront; the forms of WordPress, Joomla, Drupal, TYPO3,
 * phpMyAdmin, Magento, and Spring Security; the labels of sign-in forms in the languages below.
 */

/** Words that indicate a secret at any position in a name, unless its last word is in `HARMLESS_LAST`. */
export const SECRET_WORDS = words(`
  psk upw tkn pas pswrd psswd psswrd pasword psword password passwords passwd pwd pswd psw passw passwrd passwort passphrase passcode
  pass pw secret secrets credential credentials creds cred
  token jwt bearer csrf xsrf otp totp hotp mfa cvv cvc cvv2 cvc2 csc pin
  sessionid sessid sess phpsessid jsessionid aspsessionid cfid cftoken sesskey sid asid
  apikey authkey accesstoken privatekey secretkey masterkey
  signature sig hmac wpnonce samlresponse samlrequest assertion authorization authentication authenticity
  requestverificationtoken viewstatekey cpsess crumb authtoken passkey mnemonic puk ssn
`);

/** Words that indicate a secret in other languages, in their own script and as transliterated in field names. */
export const FOREIGN_WORDS = words(`
  비밀번호 비번 암호 보안코드 รหัสผ่าน المرور السر पासवर्ड סיסמה 패스워드 인증번호 인증코드 토큰 비밀키 인증키 bimilbeonho
  密码 密碼 口令 验证码 驗證碼 密钥 密鑰 令牌 暗号 mima kouling yanzhengma miyao
  パスワード 暗証番号 認証コード 秘密鍵 トークン 合言葉 暗証 ansyo
  passwort passworte kennwort kennworter losungswort geheimnis geheim geheimzahl geheimcode schluessel zugangsschluessel toegangscode sandi katasandi zugangscode zugangsdaten schlussel
  motdepasse mdp motpasse codesecret jeton motpass
  contrasena contrasenia contrasenya clave claves secreto
  senha senhas palavrapasse palavrachave segredo
  parola parole parolaordine segreto chiave
  пароль пароли паролем секрет токен ключ parol кодовое
  sifre sifreniz sifresi parolam gizli
  matkhau matma khoabimat
  hasło haslo wachtwoord losenord lozinka heslo jelszo salasana adgangskode passord κωδικός συνθηματικό passwordet
  geslo gesla zaporka parool slaptazodis fjalekalimi katalaluan laluan bimilbunho anshou anshobango salasana tessera
  heslem hasla contrasenyes contrasenya pasahitza wagwoord focalfaire
`);

/** Names in other languages that consist of several words, written without spaces. */
export const FOREIGN_NAMES = words(`
  motdepasse codigoverificacion codigodeverificacion codigoseguridad codigodeseguranca codiceverifica codesecurite codeverification
  bestatigungscode bestaetigungscode sicherheitscode freischaltcode zugriffscode einmalcode zugangscode codedacces
  주민등록번호 주민번호 jumin
  dogrulamakodu onaykodu guvenlikkodu maxacnhan maotp кодподтверждения одноразовыйкод katasandi palavrapasse paroladordine paroladordine matkhau mậtkhẩu 비밀번호
`);

/** Words that turn a following `key` into a secret: `api_key`, `appKey`, `reset-key`. */
export const KEYS = words(`
  api app application access account activation admin auth authentication client consumer crypt decryption encryption
  hash hmac host integration license licence live login master merchant private publishable recovery
  registration reset rest sas secret security server service session shared sign signing signature site storage
  subscription test user validation vapid web webhook write ingest token pass password private wallet ssh pgp gpg aes rsa
  preshared crtfc confm cert confirm provisioning join node unseal root bind seed derivation cookie data vault enrollment push
  client cloud database db disk bitlocker openai stripe google maps merchant install unlock partner store team org project
  magic invite verification deploy feed rss embed bot stream priv rtmp nwk network wifi local fernet pairing psk vpn wireguard tls ssl jwt
`);

/** Words that turn a following `code` into a secret: `verification_code`, `smsCode`. */
export const CODES = words(`
  verification verify mfa 2fa tfa otp totp sms auth authorization authentication security secret access confirm confirmation
  recovery oob backup reset activation login signin pin pass passcode invite invitation device user time factor email
  session js grant authenticator ga fa check chk cert certification v val ver identity step temp temporary challenge sca mail msg
  phone mobile validation card entry door unlock two magic onetime pairing
`);

/** Words that turn certain following last words into a secret: `session_id`, `code_verifier`, `remember_me_token`. */
export const LAST_PAIRS = new Set([
  ...pairs('session sess secret phpsess', 'id key hash cookie ticket data'),
  ...pairs('code oauth', 'verifier'),
  ...pairs('wp payment method logout login rest ajax form', 'nonce'),
  ...pairs('auth logged secure nonce', 'salt'),
  ...pairs('saml', 'response request art artifact'),
  ...pairs('pass secret', 'phrase word code answer'),
  ...pairs('security', 'answer pin'),
  ...pairs('recovery seed', 'phrase words'),
  ...pairs('refresh remember', 'me'),
  ...pairs('access auth refresh session api', 'tok'),
  ...pairs('login auth reset verify activation confirm secure sign pass secret token', 'hash'),
  ...pairs('signed', 'request payload body jwt token'),
  ...pairs('rw ro snmp', 'community'),
  ...pairs('card cc creditcard injeung inzeung cert auth certification', 'no num number'),
  ...pairs('injeung inzeung', 'bunho key code'),
  ...pairs('set', 'cookie'),
  ...pairs('private', 'pem'),
  ...pairs('service', 'ticket'),
  ...pairs('user', 'auth'),
  ...pairs('connection', 'string'),
  ...pairs('google', 'authenticator'),
  ...pairs('mot palavra', 'passe'),
  ...pairs('mat', 'khau'),
  ...pairs(
    'cle chave chiave llave',
    'api acces acceso accesso acesso privee privada privata secrete secreta segreta',
  ),
  ...pairs('chave', 'seguranca mestra'),
  ...pairs('palabra frase parola', 'secreta segreta paso'),
  ...pairs('codigo codice code', 'acceso accesso acesso acces secreto segreto seguridad seguranca'),
  ...pairs('codigo codice code', 'verificacion verificacao verifica'),
]);

/** Words that indicate a secret only as the complete name or its last word. */
export const LAST_WORDS = words(
  'auth session cookie cookies verifier otc otpcode smscode tan mtan smstan pushtan phototan chiptan itan',
);

/** Names of secrets in some services and of ordinary values in others. They are secrets if the value looks random. */
export const AMBIGUOUS_NAMES = words(`
  routingkey rlkey akey skey pwreset passwordreset resetpassword
  ak sk appid app_id key code ticket nonce hash accesskey k t tk tok invite invitation confirm confirmation
  activation reset verify verification challenge sign digest mac magic
  opaque cnonce checksum seed salt pfx p12 pkcs12 keystore
`);

/**
 * Words after a secret word that don't change its meaning: `password_confirmation`, `token_value`, `new_password_2`.
 */
export const NEUTRAL_LAST = words(`
  confirm confirmation confirmed again repeat repeated retype verify verification new old current value val input text raw
  plain plaintext encrypted enc hash hashed md5 sha sha1 sha256 base64 b64 string str data field txt temp tmp default
  primary secondary main test prod dev live x y z a b n
`);

/** Last words of names that describe a secret but don't contain it: `token_type`, `passwordLength`. */
export const HARMLESS_LAST = words(`
  algorithm alg attempts age allowed action available at by changed change class color count created date day days disabled
  enabled endpoint error errors exists expiration expire expired expires expiry exp fields file form format forgotten
  forgot group handler header hint history id ids in index info is issued issuer label last length level lifetime limit
  link list location locked longest max maximum mechanism message method methods min minimum minute minutes mode
  name names of ok only options page path per percent period placeholder policy port position provider providers
  reason region required requirements requested reset rotation rule rules scheme scope scopes score seconds set
  settings shown size source start state status store strength style success target template time timeout timestamp title
  total ttl type types update updated updates uri url urls usage used user username users valid validity version visible
  window question questions email mail address country language lang login required producto articulo cliente unidad role roles manager service present
`);

/** First words of the names of flags: `hasToken`, `show_password`. */
export const HARMLESS_FIRST = words(
  'has is can use uses show hide shows allow allows enable require requires forgot needs no with',
);

/** Names of harmless values that contain secret words; letters and digits only. */
export const EXCEPTIONS = words(`
  pincode pincodes passport passportnumber passengers tokens maxtokens mintokens totaltokens prompttokens completiontokens
  inputtokens outputtokens tokensperminute signaturemethod signatureversion oauthsignaturemethod oauthversion
  accesskeyid awsaccesskeyid keyid keyname publickey idempotencykey cachekey surrogatekey sortkey primarykey foreignkey
  partitionkey hotkey shortcutkey translationkey objectkey xamzcredential xgoogcredential authprovider
  authmethod authtype authmode authuser authstatus authlevel authtime authmech authenticationmethod authenticationtype
  secretary sessionstorage sessiontimeout sessionlength cookieconsent cookiepolicy acceptcookies signin signup
  secwebsocketkey recaptchasitekey sitekey pinterest pinned spin cookieenabled keyword keywords securitylevel
  wwwauthenticate contentsecuritypolicy stricttransportsecurity sessioncount bypass compass
  palabraclave palabrasclave motcle motscles schlusselwort schlusselworter
  xcachekey xidempotencykey xsurrogatekey xsortkey secwebsocketaccept setcookieconsent
  schluesselwort schluesselwoerter ключевоеслово ключевыеслова ключевыхслов secretsanta secretsantaevent
`);

/** Names of secrets that contain no secret words; letters and digits only. */
export const SECRET_NAMES = words(
  'twofa yzm dynamiccode aspxauth githuboauth gitlaboauth bitbucketoauth mnemonic mnemonicphrase 2fa tfa mfa googleauthenticator authno certnum certno samlart wsse vdata owacanary xowacanary cardnumber cardno ccnumber ccnum',
);

/** Suffixes of joined words that indicate a secret: `csrfmiddlewaretoken`, `lgpassword`. */
export const SECRET_ENDINGS =
  /(?:password|passwd|passwort|kennwort|pwd|token|secret|apikey|(?<!by|com|tres|over|under|sur|encom|im)pass)$/;

/**
 * Headers with special names, letters and digits only, from the documentation of gateways, clouds, code hosts, and
 * payment services.
 */
export const SECRET_HEADERS = words(`
  authenticate xauthenticate xauth xauthorization xauthentication xjfrogartapi xhubsignature xhubsignature256
  stripesignature xshopifyhmacsha256 xslacksignature xlinesignature xtwiliosignature xgoogsignature
  ocpapimsubscriptionkey xfunctionskey xappkey xsentryauth xamznoidcdata xamznoidcidentity xgoogiapjwtassertion
  cfaccessjwtassertion xwpnonce xclientcert xsslclientcert sslclientcert xforwardedclientcert xembyauthorization
  xapikey xauthsignature xsignature xgiteasignature xalgoliaapikey ddapikey ddapplicationkey xhoneycombteam
  xrapidapikey xmashapekey xcsrf xxsrf xoriginalauthorization xforwardedauthorization xvercelprotectionbypass xaccess
  xlicense xlicensekey dpop xrequestdigest xsign xticket xnonce xfirebaseappcheck xovhconsumer xattestation
  xdeviceattestation xhash xmac
`);

/** Names of secrets that can be objects as well as strings, such as `"credentials":{"username":…}`. */
export const CONTAINERS = words(
  'credential credentials creds cred token jwt authorization authentication assertion signature key',
);

/** Words that precede `key` in names of values that order, find, or describe something, and in words such as `monkey`. */
export const NO_KEY = words(`
  primary foreign sort partition cache object public idempotency surrogate i translation locale message lang row range group
  map field index unique natural file storage item block component entity record lookup order option menu short hot arrow page
  routing issue ticket dedup deduplication correlation composite image asset path s mon don tur hoc joc mic lac whis flun
`);

/** Additional words in names that are written without separators: `loginpwd`, `newpass`, `otpcode`. */
export const JOINED_WITH = words(`
  one time onetime priv stream two factor step bind lg ws vnc wl wpa middleware user usr my your admin administrator root db database mysql pg postgres redis mongo smtp mail email ftp sftp ssh ldap ad
  login log signin web site app api new old current cur re retype confirm conf cfm conform repeat verify input txt tb frm
  form field wp mb ap bo member mem account acct cust customer client key code id hash salt access refresh auth oauth
  csrf session reset master service secret private public signing sms mfa bot device remember temp default guest
  length type policy name expiry expires timeout count field url user wifi wlan router vpn proxy sudo super sys system
`);

/** Returns text in lowercase and without accents; Hangul, Han, and Cyrillic are unchanged. */
export function plainLetters(text: string): string {
  const lower = text.toLowerCase();
  return /[^ -~]/.test(lower) ? lower.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC') : lower;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).flatMap((word) => (word === '' ? [] : [plainLetters(word)])));
}

function pairs(first: string, last: string): string[] {
  return first.split(' ').flatMap((one) => last.split(' ').map((other) => `${one} ${other}`));
}

import { type SecretCase, secrets } from '../case.ts';
import { get, post, postForm, postJson, postText, postXml } from '../requests.ts';
import { base64 } from '../spellings.ts';
import { Values } from '../values.ts';

const v = new Values(302);
const encoded = encodeURIComponent;

const FILES = 'files of applications';
const SESSIONS = 'serialised sessions';
const SOAP = 'SOAP and WS-Security';
const GRAPHQL = 'GraphQL';

const envelope = (text: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">${text}</soap:Envelope>`;

export const applications: readonly SecretCase[] = [
  ...secrets(FILES, 'https://laravel.com/docs/configuration', [
    [
      'Laravel APP_KEY',
      `base64:${v.base64(32)}`,
      (s) => postText('/paste', `APP_NAME=Shop\nAPP_KEY=${s}\nAPP_DEBUG=false\n`),
    ],
    [
      'Laravel MAIL_PASSWORD',
      v.text(14),
      (s) => postText('/paste', `MAIL_HOST=smtp.shop.example\nMAIL_PASSWORD="${s}"\n`),
    ],
    ['Rails master key', v.hex(32), (s) => postText('/paste', `RAILS_MASTER_KEY=${s} bin/rails server`)],
    [
      'Rails secret_key_base',
      v.hex(128),
      (s) => postText('/paste', `production:\n  secret_key_base: ${s}\n`),
    ],
    [
      'Django SECRET_KEY, once more',
      v.of('abcdefghijklmnopqrstuvwxyz0123456789^&*(-_=+)', 50).replace(/[&(=]/g, '4'),
      (s) => postText('/paste', `DEBUG = False\nSECRET_KEY = '${s}'\n`),
    ],
    [
      'Symfony DATABASE_URL',
      v.text(16),
      (s) => postText('/paste', `DATABASE_URL="mysql://app:${s}@127.0.0.1:3306/app?serverVersion=8.0"\n`),
    ],
    [
      'appsettings connection string',
      `${v.text(12)}!`,
      (s) =>
        postJson('/paste', {
          ConnectionStrings: { Default: `Server=db;Database=shop;User Id=sa;Password=${s};Encrypt=true` },
        }),
    ],
    [
      'JDBC with parameters',
      v.text(12),
      (s) => postForm('/test', { url: `jdbc:postgresql://db:5432/shop?user=app&password=${s}` }),
    ],
    [
      'Oracle thin JDBC',
      `Tg${v.text(10)}`,
      (s) => postForm('/test', { url: `jdbc:oracle:thin:scott/${s}@//db:1521/XE` }),
    ],
    [
      'Spring application properties',
      v.text(15),
      (s) => postText('/actuator/env', `spring.datasource.username=app\nspring.datasource.password=${s}\n`),
    ],
    [
      'npmrc auth',
      base64(`ci:${v.text(12)}`),
      (s) => postText('/paste', `//registry.shop.example/:_auth=${s}\nalways-auth=true\n`),
    ],
    ['Composer auth', v.hex(40), (s) => postJson('/paste', { 'github-oauth': { 'github.com': s } })],
    [
      'Maven settings',
      `Mv-${v.text(12)}`,
      (s) =>
        postXml(
          '/paste',
          `<settings><servers><server><id>r</id><username>ci</username><password>${s}</password></server></servers></settings>`,
        ),
    ],
    [
      'Ansible vault variable',
      `An${v.text(12)}`,
      (s) => postText('/paste', `ansible_user: root\nansible_become_pass: ${s}\n`),
    ],
  ]),
  ...secrets(SESSIONS, 'https://www.php.net/manual/function.session-encode.php', [
    [
      'PHP session of a token',
      v.hex(40),
      (s) => postText('/debug', `user|s:3:"ann";access_token|s:40:"${s}";cart|i:3;`),
    ],
    [
      'PHP session of a member',
      v.text(24),
      (s) => postText('/debug', `auth|a:2:{s:4:"user";s:3:"ann";s:8:"password";s:24:"${s}";}`),
    ],
    [
      'PHP object property',
      v.text(20),
      (s) =>
        postForm('/debug', { data: `O:4:"User":2:{s:4:"name";s:3:"ann";s:11:"\0*\0password";s:20:"${s}";}` }),
    ],
    [
      'Laravel session cookie',
      base64(JSON.stringify({ iv: v.base64(16), value: v.base64(64), mac: v.hex(64) })),
      (s) => get('/home', { Cookie: `laravel_session=${encoded(s)}` }),
    ],
    [
      'Django signed cookie',
      `.eJx${v.url(60)}:1sAbCd:${v.url(43)}`,
      (s) => get('/home', { Cookie: `sessionid=${s}; lang=ko` }),
    ],
    [
      'Express signed cookie',
      `${v.url(32)}.${v.url(43)}`,
      (s) => get('/home', { Cookie: `connect.sid=s%3A${s}` }),
    ],
    [
      'Flask session',
      `eyJ1c2VyIjoiYW5uIn0.${v.url(6)}.${v.url(27)}`,
      (s) => get('/home', { Cookie: `session=${s}` }),
    ],
    [
      'ViewState MAC key',
      v.upper(64),
      (s) => postText('/paste', `<machineKey validationKey="${s}" decryption="AES" />`),
    ],
    ['Rails remember token', v.url(22), (s) => get('/home', { Cookie: `remember_user_token=${s}` })],
    ['ASP.NET ticket in a form', v.upper(96), (s) => postForm('/login.aspx', { '.ASPXAUTH': s })],
  ]),
  ...secrets(SOAP, 'https://docs.oasis-open.org/wss/v1.1/wss-v1.1-spec-os-UsernameTokenProfile.pdf', [
    [
      'UsernameToken of text',
      `Ws-${v.text(10)}`,
      (s) =>
        postXml(
          '/soap',
          envelope(
            `<wsse:UsernameToken><wsse:Username>ann</wsse:Username><wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">${s}</wsse:Password></wsse:UsernameToken>`,
          ),
        ),
    ],
    [
      'UsernameToken digest',
      v.base64(20),
      (s) =>
        postXml(
          '/soap',
          envelope(`<wsse:Password Type="#PasswordDigest">${s}</wsse:Password><wsse:Nonce>abc</wsse:Nonce>`),
        ),
    ],
    [
      'BinarySecurityToken',
      v.base64(300),
      (s) =>
        postXml(
          '/soap',
          envelope(`<wsse:BinarySecurityToken ValueType="#X509v3">${s}</wsse:BinarySecurityToken>`),
        ),
    ],
    [
      'SOAP session id',
      v.text(40),
      (s) =>
        postXml(
          '/soap',
          envelope(`<soap:Header><SessionHeader><sessionId>${s}</sessionId></SessionHeader></soap:Header>`),
        ),
    ],
    [
      'SAML signature value',
      v.base64(256),
      (s) => postXml('/acs', `<ds:Signature><ds:SignatureValue>${s}</ds:SignatureValue></ds:Signature>`),
    ],
    [
      'login call with pwd',
      v.text(12),
      (s) =>
        postXml(
          '/soap',
          envelope(`<m:Login><m:strUserName>ann</m:strUserName><m:strPwd>${s}</m:strPwd></m:Login>`),
        ),
    ],
    [
      'attribute of a login',
      v.text(12),
      (s) => postXml('/soap', envelope(`<Login user="ann" pass="${s}"/>`)),
    ],
    [
      'Magento API key',
      v.text(24),
      (s) =>
        postXml(
          '/api/v2_soap',
          envelope(
            `<urn:login><username xsi:type="xsd:string">app</username><apiKey xsi:type="xsd:string">${s}</apiKey></urn:login>`,
          ),
        ),
    ],
    [
      'escaped XML in SOAP',
      v.text(18),
      (s) =>
        postXml(
          '/soap',
          envelope(`<xmlIn>&lt;Request&gt;&lt;Password&gt;${s}&lt;/Password&gt;&lt;/Request&gt;</xmlIn>`),
        ),
    ],
    [
      'CDATA in SOAP',
      v.text(18),
      (s) => postXml('/soap', envelope(`<body><![CDATA[<auth><token>${s}</token></auth>]]></body>`)),
    ],
  ]),
  ...secrets(GRAPHQL, 'https://graphql.org/learn/queries/#variables', [
    [
      'variables',
      v.text(14),
      (s) =>
        postJson('/graphql', {
          query: 'mutation($p:String!){login(password:$p){id}}',
          variables: { password: s },
        }),
    ],
    [
      'nested variables',
      v.text(14),
      (s) =>
        postJson('/graphql', {
          query: 'mutation L($input:LoginInput!){login(input:$input){ok}}',
          variables: { input: { email: 'a@shop.example', currentPassword: s } },
        }),
    ],
    [
      'argument in the query',
      `Gq-${v.text(10)}`,
      (s) =>
        postJson('/graphql', {
          query: `mutation { login(email: "a@shop.example", password: "${s}") { token } }`,
        }),
    ],
    ['argument in an address', v.text(16), (s) => get(`/graphql?query=${encoded(`{me(token:"${s}"){id}}`)}`)],
    [
      'variables in an address',
      v.text(16),
      (s) => get(`/graphql?query=q&variables=${encoded(JSON.stringify({ apiKey: s }))}`),
    ],
    [
      'answer of a login',
      v.text(32),
      (s) => postJson('/log', { data: { login: { accessToken: s, expiresIn: 3600 } } }),
    ],
    [
      'query in plain text',
      v.text(12),
      (s) => post('/graphql', 'application/graphql', `mutation { signIn(user: "ann", pwd: "${s}") { id } }`),
    ],
    [
      'batch',
      v.text(12),
      (s) => postJson('/graphql', [{ query: 'a' }, { variables: { data: { newPassword: s } } }]),
    ],
    [
      'connection parameters of a socket',
      v.text(30),
      (s) => postJson('/graphql', { type: 'connection_init', payload: { Authorization: `Bearer ${s}` } }),
    ],
    [
      'object in an argument',
      v.text(12),
      (s) => postJson('/graphql', { query: `mutation { update(input: {id: 1, secret: "${s}"}) { id } }` }),
    ],
  ]),
];

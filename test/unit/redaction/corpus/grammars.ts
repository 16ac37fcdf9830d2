import { type SecretCase, secrets } from './case.ts';
import { FORM, post, postForm, postJson, postMultipart, postText, postXml, send } from './requests.ts';
import { base64, xmlText } from './spellings.ts';
import { Values } from './values.ts';

const v = new Values(106);
const CLASS = 'grammars';
const bytes = (text: string) => Buffer.byteLength(text);

const rpc = (method: string, params: readonly string[]) =>
  `<methodCall><methodName>${method}</methodName><params>${params.map((value) => `<param><value>${value}</value></param>`).join('')}</params></methodCall>`;

const soap = (header: string, body: string) =>
  `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Header>${header}</soapenv:Header><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`;

export const grammars: readonly SecretCase[] = [
  ...secrets(CLASS, 'https://codex.wordpress.org/XML-RPC_WordPress_API', [
    [
      'positional XML-RPC',
      'Hunter2-wp',
      (s) =>
        postXml('/xmlrpc.php', rpc('wp.getUsersBlogs', ['<string>admin</string>', `<string>${s}</string>`])),
    ],
    [
      'XML-RPC post by a blog',
      v.text(12),
      (s) =>
        postXml(
          '/xmlrpc.php',
          rpc('metaWeblog.newPost', [
            '<int>1</int>',
            '<string>admin</string>',
            `<string>${s}</string>`,
            '<boolean>1</boolean>',
          ]),
        ),
    ],
    [
      'XML-RPC multicall',
      'admin@123',
      (s) =>
        postXml(
          '/xmlrpc.php',
          rpc('system.multicall', [
            `<array><data><value><struct><member><name>methodName</name><value><string>wp.getCategories</string></value></member><member><name>params</name><value><array><data><value><string>1</string></value><value><string>admin</string></value><value><string>${s}</string></value></data></array></value></member></struct></value></data></array>`,
          ]),
        ),
    ],
    [
      'positional XML-RPC without types',
      'password1!',
      (s) => postXml('/xmlrpc.php', rpc('wp.getOptions', ['1', 'editor', s])),
    ],
  ]),
  ...secrets(CLASS, 'http://xmlrpc.com/spec.md', [
    [
      'XML-RPC struct',
      v.text(16),
      (s) =>
        postXml(
          '/RPC2',
          rpc('user.login', [
            `<struct><member><name>user</name><value>ann</value></member><member><name>password</name><value><string>${s}</string></value></member></struct>`,
          ]),
        ),
    ],
    [
      'XML-RPC struct with spaces',
      'Velvet#19',
      (s) =>
        postXml(
          '/RPC2',
          rpc('login', [
            `\n<struct>\n  <member>\n    <name>passwd</name>\n    <value>${s}</value>\n  </member>\n</struct>\n`,
          ]),
        ),
    ],
    [
      'XML-RPC token',
      v.hex(40),
      (s) =>
        postXml(
          '/RPC2',
          rpc('aria2.addUri', [`<string>token:${s}</string>`, '<string>http://x.example/a</string>']),
        ),
    ],
  ]),
  ...secrets(
    CLASS,
    'https://docs.oasis-open.org/wss-m/wss/v1.1.1/os/wss-UsernameTokenProfile-v1.1.1-os.html',
    [
      [
        'WS-Security PasswordText',
        'Orchid_204',
        (s) =>
          postXml(
            '/ws/orders',
            soap(
              `<wsse:Security><wsse:UsernameToken><wsse:Username>erp</wsse:Username><wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">${s}</wsse:Password></wsse:UsernameToken></wsse:Security>`,
              '<ord:List/>',
            ),
          ),
      ],
      [
        'WS-Security digest',
        v.base64(20),
        (s) =>
          postXml(
            '/onvif/device_service',
            soap(
              `<Security><UsernameToken><Username>admin</Username><Password Type="#PasswordDigest">${s}</Password><Created>2026-05-01T00:00:00Z</Created></UsernameToken></Security>`,
              '<tds:GetUsers/>',
            ),
          ),
      ],
      [
        'WS-Security binary token',
        v.base64(120),
        (s) =>
          postXml(
            '/ws/orders',
            soap(
              `<wsse:Security><wsse:BinarySecurityToken EncodingType="#Base64Binary">${s}</wsse:BinarySecurityToken></wsse:Security>`,
              '<ord:List/>',
            ),
          ),
      ],
      [
        'SOAP login operation',
        "O'Neill<3",
        (s) =>
          postXml(
            '/services/Soap/u/60.0',
            soap(
              '',
              `<urn:login><urn:username>a@shop.example</urn:username><urn:password>${xmlText(s)}</urn:password></urn:login>`,
            ),
          ),
      ],
      [
        'SOAP session header',
        `00D${v.text(12)}!${v.text(80)}`,
        (s) =>
          postXml(
            '/services/Soap/u/60.0',
            soap(
              `<urn:SessionHeader><urn:sessionId>${s}</urn:sessionId></urn:SessionHeader>`,
              '<urn:query/>',
            ),
          ),
      ],
    ],
  ),
  ...secrets(CLASS, 'https://www.w3.org/TR/xml/', [
    [
      'CDATA',
      'Ginger & Salt',
      (s) => postXml('/api', `<request><login>ann</login><password><![CDATA[${s}]]></password></request>`),
    ],
    ['attribute', 'Bamboo-31', (s) => postXml('/api', `<session user="ann" password="${s}" lang="ko"/>`)],
    ['attribute in single quotes', v.text(14), (s) => postXml('/api', `<connection host='db' pwd='${s}'/>`)],
    [
      'param element',
      'Tulip_900',
      (s) =>
        postXml('/deploy', `<job><param name="user">ann</param><param name="password">${s}</param></job>`),
    ],
    [
      'add key of web.config',
      v.base64(32),
      (s) => postXml('/upload', `<appSettings><add key="SmtpPassword" value="${s}"/></appSettings>`),
    ],
    [
      'property of Spring XML',
      'Maple.606',
      (s) => postXml('/upload', `<bean id="ds"><property name="password" value="${s}"/></bean>`),
    ],
    [
      'connection string of web.config',
      'Cactus-57',
      (s) =>
        postXml(
          '/upload',
          `<add name="Db" connectionString="Server=db;Database=shop;User Id=sa;Password=${s};"/>`,
        ),
    ],
    [
      'settings.xml of Maven',
      v.text(24),
      (s) =>
        postXml(
          '/upload',
          `<settings><servers><server><id>repo</id><username>ci</username><password>${s}</password></server></servers></settings>`,
        ),
    ],
    [
      'tomcat-users',
      'tc-Manager7',
      (s) =>
        postXml(
          '/upload',
          `<tomcat-users><user username="mgr" password="${s}" roles="manager-gui"/></tomcat-users>`,
        ),
    ],
    [
      'ADO recordset of users',
      v.text(10),
      (s) =>
        postXml(
          '/sync',
          `<users>\n  <user>\n    <name>ann</name>\n    <userPwd>${s}</userPwd>\n  </user>\n</users>`,
        ),
    ],
    [
      'XML with a name space prefix',
      v.text(20),
      (s) => postXml('/sabre', `<eb:Envelope><sec:Token sec:kind="binary">${s}</sec:Token></eb:Envelope>`),
    ],
  ]),
  ...secrets(
    CLASS,
    'https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/PropertyLists/',
    [
      [
        'plist',
        'Almond!22',
        (s) =>
          postXml(
            '/mdm/checkin',
            `<plist version="1.0"><dict><key>UserName</key><string>ann</string><key>Password</key><string>${s}</string></dict></plist>`,
          ),
      ],
      [
        'plist unlock token',
        v.base64(60),
        (s) =>
          postXml(
            '/mdm/checkin',
            `<plist version="1.0"><dict><key>UnlockToken</key>\n<data>${s}</data></dict></plist>`,
          ),
      ],
    ],
  ),
  ...secrets(CLASS, 'https://www.php.net/manual/en/function.serialize.php', [
    [
      'PHP serialised array',
      'Parsley-81',
      (s) =>
        postForm('/import.php', { data: `a:2:{s:4:"user";s:3:"ann";s:8:"password";s:${bytes(s)}:"${s}";}` }),
    ],
    [
      'PHP serialised object',
      v.text(18),
      (s) => postText('/import.php', `O:6:"Config":1:{s:7:"db_pass";s:${bytes(s)}:"${s}";}`),
    ],
    [
      'PHP serialised private member',
      v.text(15),
      (s) => postForm('/import.php', { o: `O:4:"Mail":1:{s:14:"\0Mail\0password";s:${bytes(s)}:"${s}";}` }),
    ],
    [
      'PHP session file',
      v.hex(32),
      (s) => postText('/backup', `user|s:3:"ann";csrf_token|s:${bytes(s)}:"${s}";lang|s:2:"ko";`),
    ],
  ]),
  ...secrets(CLASS, 'https://www.jsonrpc.org/specification', [
    [
      'positional JSON-RPC',
      'Quartz+14',
      (s) =>
        postJson('/jsonrpc', {
          jsonrpc: '2.0',
          id: 1,
          method: 'call',
          params: { service: 'common', method: 'login', args: ['shop', 'admin', s] },
        }),
    ],
    [
      'named JSON-RPC',
      'zbx-Monitor',
      (s) =>
        postJson('/api_jsonrpc.php', {
          jsonrpc: '2.0',
          method: 'user.login',
          params: { username: 'Admin', password: s },
          id: 1,
        }),
    ],
    [
      'auth member of JSON-RPC',
      v.hex(32),
      (s) => postJson('/api_jsonrpc.php', { jsonrpc: '2.0', method: 'host.get', params: {}, auth: s, id: 2 }),
    ],
    [
      'personal_unlockAccount',
      'violet umbrella',
      (s) =>
        postJson('/', { jsonrpc: '2.0', method: 'personal_unlockAccount', params: ['0x00', s, 30], id: 67 }),
    ],
    [
      'ubus login',
      'router!Box',
      (s) =>
        postJson('/ubus', {
          jsonrpc: '2.0',
          method: 'call',
          params: ['0'.repeat(32), 'session', 'login', { username: 'root', password: s }],
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://spec.graphql.org/October2021/', [
    [
      'GraphQL variable',
      'Papaya#70',
      (s) =>
        postJson('/graphql', {
          query: 'mutation($e:String!,$p:String!){login(email:$e,password:$p){ok}}',
          variables: { e: 'a@shop.example', password: s },
        }),
    ],
    [
      'GraphQL argument',
      'Saffron-6',
      (s) =>
        postJson('/graphql', {
          query: `mutation { login(email: "a@shop.example", password: "${s}") { ok } }`,
        }),
    ],
    [
      'GraphQL input object',
      v.text(20),
      (s) =>
        postJson('/graphql', {
          operationName: 'SignIn',
          variables: { input: { credentials: { secret: s } } },
        }),
    ],
    [
      'GraphQL raw body',
      v.text(14),
      (s) =>
        post(
          '/graphql',
          'application/graphql',
          `mutation { tokenAuth(username: "ann", password: "${s}") { ok } }`,
        ),
    ],
  ]),
  ...secrets(CLASS, 'http://www.softwareishard.com/blog/har-12-spec/', [
    [
      'HAR header',
      v.url(40),
      (s) =>
        postJson('/har', {
          log: { entries: [{ request: { headers: [{ name: 'Authorization', value: `Bearer ${s}` }] } }] },
        }),
    ],
    [
      'HAR cookie',
      v.hex(32),
      (s) =>
        postJson('/har', {
          log: { entries: [{ request: { cookies: [{ name: 'JSESSIONID', value: s }] } }] },
        }),
    ],
    [
      'HAR query string',
      v.text(30),
      (s) =>
        postJson('/har', {
          log: { entries: [{ request: { queryString: [{ name: 'api_key', value: s }] } }] },
        }),
    ],
    [
      'HAR post parameter',
      'Lemonade!8',
      (s) =>
        postJson('/har', {
          log: { entries: [{ request: { postData: { params: [{ name: 'password', value: s }] } } }] },
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://learning.postman.com/collection-format/getting-started/overview/', [
    [
      'name and value members',
      'Rosemary-2',
      (s) =>
        postJson('/forms/4/submit', [
          { name: 'email', value: 'a@shop.example' },
          { name: 'password', value: s },
        ]),
    ],
    [
      'key and value members',
      'Thyme_66',
      (s) =>
        postJson('/collections', {
          auth: {
            type: 'basic',
            basic: [
              { key: 'username', value: 'ann' },
              { key: 'password', value: s, type: 'string' },
            ],
          },
        }),
    ],
    [
      'value before name',
      v.text(12),
      (s) => postJson('/forms/4/submit', { fields: [{ value: s, name: 'user_password' }] }),
    ],
    [
      'id and content members',
      v.text(20),
      (s) => postJson('/env', { variables: [{ variable: 'DB_PASSWORD', content: s }] }),
    ],
    [
      'pairs as arrays',
      v.text(22),
      (s) =>
        postJson('/replay', {
          headers: [
            ['accept', '*/*'],
            ['x-api-key', s],
          ],
        }),
    ],
    [
      'CDP header object',
      v.hex(32),
      (s) =>
        postJson('/devtools', {
          method: 'Network.setExtraHTTPHeaders',
          params: { headers: { Cookie: `PHPSESSID=${s}` } },
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc7578', [
    [
      'multipart JSON part',
      'Nutmeg.45',
      (s) =>
        postMultipart('/upload', [
          ['meta', JSON.stringify({ title: 'x', password: s })],
          ['file', 'data', 'a.bin'],
        ]),
    ],
    [
      'multipart name and value parts',
      v.text(16),
      (s) =>
        postMultipart('/forms', [
          ['field[0][name]', 'password'],
          ['field[0][value]', s],
        ]),
    ],
    [
      'multipart configuration file',
      v.text(24),
      (s) => postMultipart('/upload', [['file', `[db]\nuser=app\npassword=${s}\n`, 'app.ini']]),
    ],
    [
      'multipart CSV of users',
      'Juniper-90',
      (s) =>
        postMultipart('/users/import', [
          ['file', `name,email,password\nann,a@shop.example,${s}\n`, 'users.csv'],
        ]),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc8259', [
    [
      'JSON text in JSON',
      'Basil"quote',
      (s) => postJson('/queue', { body: JSON.stringify({ user: 'ann', password: s }) }),
    ],
    [
      'JSON lines',
      v.text(20),
      (s) => post('/_bulk', 'application/x-ndjson', `{"index":{}}\n{"user":"ann","password":"${s}"}\n`),
    ],
    [
      'JSON with white space',
      'Sorrel 17',
      (s) => post('/api/login', 'application/json', `{\n  "user" : "ann",\n  "password" :\n    "${s}"\n}\n`),
    ],
    [
      'broken JSON',
      v.text(16),
      (s) => post('/api/login', 'application/json', `{"user":"ann","password":"${s}",`),
    ],
    [
      'JSON cut in the value',
      v.text(30),
      (s) => post('/api/login', 'application/json', `{"user":"ann","password":"${s}`),
    ],
    [
      'JSON sent as a form',
      'Clover-38',
      (s) => post('/api/login', FORM, JSON.stringify({ user: 'ann', password: s })),
    ],
    [
      'JSON in a form field',
      v.text(18),
      (s) => postForm('/rpc', { payload: JSON.stringify({ accessToken: s }) }),
    ],
    [
      'JSON patch',
      'Fennel!52',
      (s) =>
        send(
          'PATCH',
          '/api/users/4',
          'application/json-patch+json',
          JSON.stringify([{ op: 'replace', path: '/password', value: s }]),
        ),
    ],
    [
      'SCIM patch',
      'Dill?2047',
      (s) =>
        send(
          'PATCH',
          '/scim/v2/Users/4',
          'application/scim+json',
          JSON.stringify({ Operations: [{ op: 'replace', path: 'password', value: s }] }),
        ),
    ],
    [
      'Telegram-like callback data',
      v.text(20),
      (s) => postJson('/hook', { message: { text: `/login ann ${s}` } }),
    ],
    [
      'LDAP modification as LDIF',
      'Chervil-3',
      (s) =>
        postText(
          '/ldif',
          `dn: uid=ann,dc=shop\nchangetype: modify\nreplace: userPassword\nuserPassword: ${s}\n`,
        ),
    ],
    [
      'LDIF in Base64',
      'Sesame#61',
      (s) => postText('/ldif', `dn: uid=ann,dc=shop\nuserPassword:: ${base64(s)}\n`),
      (s) => ({ also: [base64(s)] }),
    ],
    [
      'GWT-RPC',
      'Anise-404',
      (s) =>
        post(
          '/app/rpc',
          'text/x-gwt-rpc; charset=utf-8',
          `7|0|7|https://shop.example/app/|A1|com.shop.LoginService|login|java.lang.String/2004016611|ann|${s}|1|2|3|4|2|5|5|6|7|`,
        ),
    ],
    [
      'SQL statement in an administration tool',
      'Mustard+8',
      (s) => postForm('/adminer.php', { query: `CREATE USER 'app'@'%' IDENTIFIED BY '${s}'` }),
    ],
    [
      'SQL insertion of a user',
      'Vanilla*9',
      (s) => postForm('/sql', { sql_query: `INSERT INTO users (name, password) VALUES ('ann', '${s}')` }),
    ],
  ]),
];

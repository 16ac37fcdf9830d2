import { type SecretCase, secrets } from './case.ts';
import { postForm, postJson, postMultipart, postText } from './requests.ts';
import { Values } from './values.ts';

const v = new Values(107);
const CLASS = 'configuration in bodies';
const PATH = '/admin/files/save';

export const configuration: readonly SecretCase[] = [
  ...secrets(CLASS, 'https://docs.docker.com/reference/compose-file/services/#env_file', [
    [
      '.env password',
      'Lobster-51',
      (s) => postText(PATH, `APP_ENV=production\nDB_HOST=db\nDB_PASSWORD=${s}\nMAIL_PORT=25\n`),
    ],
    ['.env in double quotes', 'blue # whale', (s) => postText(PATH, `DB_USERNAME=app\nDB_PASSWORD="${s}"\n`)],
    [
      '.env with export',
      v.text(32),
      (s) => postText(PATH, `export NODE_ENV=production\nexport SESSION_SECRET='${s}'\n`),
    ],
    [
      '.env key of Laravel',
      v.base64(32),
      (s) => postText(PATH, `APP_NAME=Shop\nAPP_KEY=base64:${s}\nAPP_DEBUG=false\n`),
    ],
    ['.env JWT secret', v.text(48), (s) => postText(PATH, `PORT=8080\nJWT_SECRET=${s}\n`)],
    [
      '.env through a file upload',
      v.text(28),
      (s) => postMultipart('/upload', [['file', `STRIPE=on\nWEBHOOK_SIGNING_SECRET=${s}\n`, '.env']]),
    ],
    [
      '.env in a JSON field',
      v.text(20),
      (s) => postJson('/api/files', { path: '.env', content: `A=1\nREDIS_PASSWORD=${s}\n` }),
    ],
    [
      'compose environment list',
      'Walrus_73',
      (s) =>
        postText(
          PATH,
          `services:\n  db:\n    image: postgres\n    environment:\n      - POSTGRES_USER=app\n      - POSTGRES_PASSWORD=${s}\n`,
        ),
    ],
  ]),
  ...secrets(CLASS, 'https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html', [
    [
      'AWS credentials file',
      v.base64(30),
      (s) => postText(PATH, `[default]\nregion = ap-northeast-2\naws_secret_access_key = ${s}\n`),
    ],
    ['AWS session token', v.base64(180), (s) => postText(PATH, `[dev]\naws_session_token = ${s}\n`)],
    [
      'AWS secret as JSON',
      v.base64(30),
      (s) => postJson('/latest/meta-data', { Code: 'Success', SecretAccessKey: s }),
    ],
  ]),
  ...secrets(CLASS, 'https://yaml.org/spec/1.2.2/', [
    [
      'YAML password',
      'Narwhal!4',
      (s) => postText(PATH, `database:\n  user: app\n  password: ${s}\n  port: 5432\n`),
    ],
    [
      'YAML in single quotes',
      "it's-Otter",
      (s) => postText(PATH, `smtp:\n  password: '${s.replace("'", "''")}'\n`),
      (s) => ({ also: [s.replace("'", "''")] }),
    ],
    [
      'YAML block scalar',
      v.text(40),
      (s) => postText(PATH, `secrets:\n  api_token: |\n    ${s}\n  mode: live\n`),
    ],
    [
      'YAML deep indentation',
      v.text(22),
      (s) => postText(PATH, `a:\n  b:\n    c:\n        clientSecret: "${s}"\n`),
    ],
    ['YAML flow map', 'Badger-88', (s) => postText(PATH, `db: {user: app, password: ${s}, port: 3306}\n`)],
    ['Rails secrets.yml', v.hex(128), (s) => postText(PATH, `production:\n  secret_key_base: ${s}\n`)],
  ]),
  ...secrets(CLASS, 'https://kubernetes.io/docs/concepts/configuration/secret/', [
    [
      'Kubernetes stringData',
      'Beaver?20',
      (s) =>
        postText(
          '/api/v1/namespaces/default/secrets',
          `apiVersion: v1\nkind: Secret\nstringData:\n  password: ${s}\n`,
        ),
    ],
    [
      'Kubernetes data',
      'Raccoon.6',
      (s) =>
        postJson('/api/v1/namespaces/default/secrets', {
          kind: 'Secret',
          data: { password: Buffer.from(s).toString('base64') },
        }),
      (s) => ({ also: [Buffer.from(s).toString('base64')] }),
    ],
    [
      'kubeconfig token',
      v.url(60),
      (s) => postText(PATH, `users:\n- name: admin\n  user:\n    token: ${s}\n`),
    ],
    [
      'environment of a container',
      v.text(24),
      (s) =>
        postJson('/containers/create', {
          Image: 'mysql',
          Env: ['TZ=Asia/Seoul', `MYSQL_ROOT_PASSWORD=${s}`],
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://docs.docker.com/reference/cli/docker/login/', [
    [
      'docker config auth',
      'Meerkat-12',
      (s) =>
        postJson('/upload', { auths: { 'r.example': { auth: Buffer.from(`ann:${s}`).toString('base64') } } }),
      (s) => ({ also: [Buffer.from(`ann:${s}`).toString('base64')] }),
    ],
  ]),
  ...secrets(CLASS, 'https://docs.npmjs.com/cli/v11/configuring-npm/npmrc', [
    [
      '.npmrc auth',
      v.base64(24),
      (s) => postText(PATH, `registry=https://npm.shop.example/\n//npm.shop.example/:_auth=${s}\n`),
    ],
    [
      '.npmrc token',
      v.uuid(),
      (s) => postText(PATH, `//npm.shop.example/:_authToken=${s}\nalways-auth=true\n`),
    ],
  ]),
  ...secrets(CLASS, 'https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html', [
    ['.netrc', 'Ferret#39', (s) => postText(PATH, `machine git.shop.example login ann password ${s}\n`)],
  ]),
  ...secrets(CLASS, 'https://www.postgresql.org/docs/current/libpq-pgpass.html', [
    ['.pgpass', 'Lynx!2027', (s) => postText(PATH, `db.internal:5432:shop:app:${s}\n`)],
    [
      'libpq key words',
      'Gecko_41',
      (s) => postForm('/db/test', { dsn: `host=db dbname=shop user=app password=${s}` }),
    ],
  ]),
  ...secrets(CLASS, 'https://docs.spring.io/spring-boot/reference/features/external-config.html', [
    [
      'properties file',
      'Iguana-64',
      (s) => postText(PATH, `spring.datasource.url=jdbc:mysql://db/shop\nspring.datasource.password=${s}\n`),
    ],
    [
      'properties with spaces and a colon',
      v.text(20),
      (s) => postText(PATH, `mail.host : mx\nmail.password : ${s}\n`),
    ],
    [
      'actuator env',
      v.text(26),
      (s) => postJson('/actuator/env', { name: 'spring.datasource.password', value: s }),
    ],
    [
      'actuator property sources',
      'Puffin$8',
      (s) =>
        postJson('/collect', {
          propertySources: [{ properties: { 'spring.redis.password': { value: s } } }],
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://toml.io/en/v1.0.0', [
    ['TOML', 'Sparrow+5', (s) => postText(PATH, `[server]\nport = 8080\nadmin_password = "${s}"\n`)],
    ['Cargo credentials', v.text(32), (s) => postText(PATH, `[registry]\ntoken = "${s}"\n`)],
    ['inline table', v.text(18), (s) => postText(PATH, `db = { user = "app", password = "${s}" }\n`)],
  ]),
  ...secrets(CLASS, 'https://dev.mysql.com/doc/refman/8.4/en/option-files.html', [
    ['my.cnf', 'Condor-72', (s) => postText(PATH, `[client]\nuser = root\npassword = ${s}\n`)],
    [
      'INI with a comment',
      v.text(16),
      (s) => postText(PATH, `; mail\n[smtp]\nsmtp_password=${s} ; changed in May\n`),
    ],
  ]),
  ...secrets(CLASS, 'https://developer.wordpress.org/advanced-administration/wordpress/wp-config/', [
    [
      'wp-config password',
      'Magpie(9)',
      (s) =>
        postForm('/wp-admin/file.php', {
          newcontent: `<?php\ndefine('DB_USER', 'wp');\ndefine('DB_PASSWORD', '${s}');\n`,
        }),
    ],
    [
      'wp-config key',
      v.of('abcXYZ019!@#%^*(){}[]<>|~-_ ', 64).trim().padEnd(60, 'q'),
      (s) => postText(PATH, `<?php\ndefine( 'SECURE_AUTH_KEY', '${s}' );\n`),
    ],
    [
      'wp-config in double quotes',
      'Jackdaw77',
      (s) => postText(PATH, `<?php define("FTP_PASS", "${s}"); ?>`),
    ],
  ]),
  ...secrets(CLASS, 'https://www.php.net/manual/en/language.types.array.php', [
    [
      'PHP array',
      'Cormorant4',
      (s) => postText(PATH, `<?php return [\n  'user' => 'app',\n  'password' => '${s}',\n];`),
    ],
    [
      'PHP array in double quotes',
      v.text(14),
      (s) => postText(PATH, `$cfg = array("user"=>"app","password"=>"${s}");`),
    ],
    [
      'PHP variable',
      'Osprey-23',
      (s) => postText(PATH, `<?php\n$db_user = 'app';\n$db_password = '${s}';\n`),
    ],
    [
      'phpMyAdmin configuration',
      v.text(32),
      (s) => postText(PATH, `$cfg['blowfish_secret'] = '${s}';\n$cfg['Servers'][1]['user'] = 'root';\n`),
    ],
    ['PDO constructor', 'Bittern_6', (s) => postText(PATH, `$db = new PDO('mysql:host=db', 'app', '${s}');`)],
  ]),
  ...secrets(
    CLASS,
    'https://developer.mozilla.org/docs/Web/JavaScript/Reference/Operators/Object_initializer',
    [
      [
        'object literal without quotes',
        'Plover#11',
        (s) => postText(PATH, `module.exports = {host:"db",password:"${s}",port:3306};`),
      ],
      [
        'object literal in single quotes',
        v.text(24),
        (s) => postText(PATH, `const firebase = { apiSecret: '${s}', appId: 'x' };`),
      ],
      [
        'Ruby hash',
        'Grouse-30',
        (s) => postText(PATH, `Mail.defaults(:user_name=>"app", :password=>"${s}")`),
      ],
      [
        'Ruby hash of string keys',
        v.text(16),
        (s) =>
          postText(PATH, `{"user"=>{"email"=>"a@shop.example", "password"=>"${s}"}, "commit"=>"Log in"}`),
      ],
      [
        'Python dictionary',
        'Heron~909',
        (s) => postText(PATH, `DATABASES = {'default': {'USER': 'app', 'PASSWORD': '${s}'}}\n`),
      ],
      [
        'Django SECRET_KEY',
        v.of('abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)', 50),
        (s) => postText(PATH, `DEBUG = False\nSECRET_KEY = '${s}'\n`),
      ],
      [
        'Java setter',
        'Kingfisher2',
        (s) => postText(PATH, `ds.setUsername("app");\nds.setPassword("${s}");\n`),
      ],
      ['Go struct', v.text(20), (s) => postText(PATH, `cfg := Config{User: "app", Password: "${s}"}\n`)],
      [
        'Python call argument',
        'Nuthatch.5',
        (s) => postText(PATH, `conn = connect(host="db", user="app", password="${s}")\n`),
      ],
      [
        'Terraform variable',
        v.text(20),
        (s) =>
          postText(PATH, `resource "aws_db_instance" "db" {\n  username = "app"\n  password = "${s}"\n}\n`),
      ],
    ],
  ),
  ...secrets(CLASS, 'https://learn.microsoft.com/aspnet/core/fundamentals/configuration/', [
    [
      'appsettings with a colon',
      'Dunlin-48',
      (s) => postJson('/config', { 'Smtp:Host': 'mx', 'Smtp:Password': s }),
    ],
    ['double underscore', v.text(22), (s) => postText(PATH, `Smtp__Host=mx\nSmtp__Password=${s}\n`)],
    [
      'connection string as JSON',
      'Whimbrel7',
      (s) =>
        postJson('/config', { ConnectionStrings: { Default: `Server=db;Database=shop;Uid=sa;Pwd=${s};` } }),
    ],
    [
      'Azure storage connection string',
      v.base64(64),
      (s) =>
        postText(
          PATH,
          `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${s};EndpointSuffix=core.example`,
        ),
    ],
    [
      'Service Bus connection string',
      v.base64(32),
      (s) => postText(PATH, `Endpoint=sb://shop.example/;SharedAccessKeyName=Root;SharedAccessKey=${s}`),
    ],
    [
      'WS name as a JSON member',
      'Turnstone1',
      (s) => postJson('/bridge', { 'wsse:Username': 'erp', 'wsse:Password': s }),
    ],
    [
      'JDBC address',
      'Sanderling8',
      (s) => postForm('/jdbc', { url: `jdbc:mysql://db:3306/shop?user=app&password=${s}&useSSL=false` }),
    ],
    [
      'SQL Server JDBC',
      v.text(14),
      (s) => postJson('/jdbc', { url: `jdbc:sqlserver://db;user=sa;password=${s};encrypt=true` }),
    ],
    [
      'wpa_supplicant',
      'spring rain 7',
      (s) => postText(PATH, `network={\n  ssid="Office"\n  psk="${s}"\n}\n`),
    ],
    [
      'shadow line',
      `$6$${v.text(8)}$${v.text(86)}`,
      (s) => postText('/collect', `root:${s}:19800:0:99999:7:::\n`),
    ],
    ['htpasswd line', `$apr1$${v.text(8)}$${v.text(22)}`, (s) => postText('/collect', `ann:${s}\n`)],
    [
      'router nvram',
      'Lapwing_15',
      (s) => postText('/collect', `lan_ipaddr=192.168.1.1\nhttp_passwd=${s}\nwl_ssid=Office\n`),
    ],
    [
      'WireGuard key',
      v.base64(32),
      (s) => postText(PATH, `[Interface]\nAddress = 10.0.0.2/32\nPrivateKey = ${s}\n`),
    ],
    ['Cisco line', 'Fulmar-1964', (s) => postText('/collect', `hostname edge\nenable password ${s}\n`)],
    ['SNMP community', 'gannet-read', (s) => postText('/collect', `snmp-server community ${s} RO\n`)],
  ]),
];

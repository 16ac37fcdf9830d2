import { type SecretCase, secrets } from './case.ts';
import { get, postForm, postJson, postMultipart, send } from './requests.ts';
import { Values } from './values.ts';

const v = new Values(101);
const CLASS = 'names of passwords';

const frameworks: readonly SecretCase[] = [
  ...secrets(CLASS, 'https://developer.wordpress.org/reference/functions/wp_signon/', [
    [
      'WordPress login',
      'hunter2',
      (s) =>
        postForm('/wp-login.php', {
          log: 'editor',
          pwd: s,
          'wp-submit': 'Log In',
          redirect_to: '/wp-admin/',
          testcookie: '1',
        }),
    ],
    [
      'WordPress new password',
      v.text(16),
      (s) =>
        postForm('/wp-login.php?action=resetpass', { pass1: s, 'pass1-text': s, pass2: s, pw_weak: 'on' }),
    ],
    [
      'WordPress database set-up',
      'Sommer2024!',
      (s) =>
        postForm('/wp-admin/setup-config.php?step=2', {
          dbname: 'wordpress',
          uname: 'root',
          pwd: s,
          dbhost: 'localhost',
          prefix: 'wp_',
        }),
    ],
    [
      'WordPress installation',
      'Tr0ub4dor&3',
      (s) =>
        postForm('/wp-admin/install.php?step=2', {
          weblog_title: 'Shop',
          user_name: 'root',
          admin_password: s,
          admin_password2: s,
          admin_email: 'a@shop.example',
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://docs.djangoproject.com/en/5.2/topics/auth/default/', [
    [
      'Django login',
      'letmein99',
      (s) => postForm('/accounts/login/', { username: 'mina', password: s, next: '/' }),
    ],
    [
      'Django password change',
      v.text(14),
      (s) => postForm('/accounts/password_change/', { new_password1: s, new_password2: s }),
    ],
    [
      'Django old password',
      'qwertz!2023',
      (s) => postForm('/accounts/password_change/', { old_password: s, next: '/profile' }),
    ],
    [
      'Django user creation',
      'correct horse',
      (s) =>
        postForm('/admin/auth/user/add/', { username: 'jiwoo', password1: s, password2: s, _save: 'Save' }),
    ],
  ]),
  ...secrets(CLASS, 'https://github.com/heartcombo/devise', [
    [
      'Devise sign-in',
      'dragon1987',
      (s) =>
        postForm('/users/sign_in', {
          'user[email]': 'bo@shop.example',
          'user[password]': s,
          commit: 'Log in',
        }),
    ],
    [
      'Devise confirmation',
      v.text(18),
      (s) => postForm('/users', { 'user[email]': 'bo@shop.example', 'user[password_confirmation]': s }),
    ],
    [
      'Devise current password as JSON',
      'iloveyou2!',
      (s) =>
        send('PATCH', '/users.json', 'application/json', JSON.stringify({ user: { current_password: s } })),
    ],
  ]),
  ...secrets(CLASS, 'https://laravel.com/docs/12.x/passwords', [
    [
      'Laravel Fortify login',
      'Winter2025?',
      (s) => postForm('/login', { email: 'kim@shop.example', password: s, remember: 'on' }),
    ],
    [
      'Laravel password confirmation',
      v.text(20),
      (s) => postForm('/user/confirm-password', { password_confirmation: s }),
    ],
  ]),
  ...secrets(
    CLASS,
    'https://docs.spring.io/spring-security/reference/servlet/authentication/passwords/form.html',
    [
      ['Spring Security form', 'monkey!77', (s) => postForm('/login', { username: 'user', password: s })],
      [
        'old Spring Security form',
        'abc123def',
        (s) => postForm('/j_spring_security_check', { j_username: 'admin', j_password: s }),
      ],
    ],
  ),
  ...secrets(CLASS, 'https://learn.microsoft.com/aspnet/core/security/authentication/identity', [
    [
      'ASP.NET Core Identity',
      'P@ssw0rd2024',
      (s) =>
        postForm('/Identity/Account/Login', {
          'Input.Email': 'a@shop.example',
          'Input.Password': s,
          'Input.RememberMe': 'false',
        }),
    ],
    [
      'ASP.NET Web Forms',
      'Herbst_2019',
      (s) => postForm('/Login.aspx', { ctl00$MainContent$UserName: 'admin', ctl00$MainContent$Password: s }),
    ],
    [
      'ASP.NET Web Forms short control',
      v.text(12),
      (s) =>
        postForm('/Default.aspx', {
          ctl00$ContentPlaceHolder1$txtPwd: s,
          ctl00$ContentPlaceHolder1$btnLogin: 'Go',
        }),
    ],
    [
      'ASP.NET Identity ConfirmPassword',
      'Fruehling#1',
      (s) => postForm('/Account/Register', { Email: 'x@shop.example', ConfirmPassword: s }),
    ],
  ]),
  ...secrets(CLASS, 'https://docs.phpmyadmin.net/en/latest/setup.html', [
    [
      'phpMyAdmin login',
      'toor1234',
      (s) =>
        postForm('/phpmyadmin/index.php', { route: '/', pma_username: 'root', pma_password: s, server: '1' }),
    ],
    [
      'phpMyAdmin change',
      v.text(11),
      (s) => postForm('/pma/index.php?route=/user-password', { nopass: '0', pma_pw: s, pma_pw2: s }),
    ],
  ]),
  ...secrets(CLASS, 'https://docs.joomla.org/Brute_Force_Authentication', [
    [
      'Joomla administrator',
      'joomla4ever',
      (s) =>
        postForm('/administrator/index.php', {
          username: 'super',
          passwd: s,
          option: 'com_login',
          task: 'login',
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://api.drupal.org/api/drupal/core!modules!user!user.module/11.x', [
    [
      'Drupal login',
      'Bluesky.88',
      (s) => postForm('/user/login', { name: 'root', pass: s, form_id: 'user_login_form', op: 'Log in' }),
    ],
    [
      'Drupal edit',
      v.text(13),
      (s) => postForm('/user/1/edit', { 'pass[pass1]': s, 'pass[pass2]': s, form_id: 'user_form' }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.mediawiki.org/wiki/API:Login', [
    [
      'MediaWiki bot login',
      v.lower(32),
      (s) => postForm('/w/api.php', { action: 'login', lgname: 'Ari@bot', lgpassword: s, format: 'json' }),
    ],
    [
      'MediaWiki form',
      'Encyclo#4',
      (s) =>
        postForm('/w/index.php?title=Special:UserLogin', {
          wpName: 'Ari',
          wpPassword: s,
          wploginattempt: 'Log in',
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://tomcat.apache.org/tomcat-10.1-doc/realm-howto.html', [
    [
      'servlet form login',
      's3cret-tc',
      (s) => postForm('/manager/j_security_check', { j_username: 'tomcat', j_password: s }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.zabbix.com/documentation/current/en/manual/api/reference/user/login', [
    [
      'Zabbix form',
      'zabbix-lab',
      (s) => postForm('/index.php', { name: 'Admin', password: s, autologin: '1', enter: 'Sign in' }),
    ],
  ]),
];

/** Names of passwords in the forms of shops, control panels, and apps. */
const spellings = secrets(CLASS, 'https://owasp.org/www-project-web-security-testing-guide/', [
  ['pw', 'starwars7', (s) => postForm('/member/login_ok.php', { id: 'haneul', pw: s })],
  ['user_pw', v.text(10), (s) => postForm('/bbs/login.do', { user_id: 'haneul', user_pw: s })],
  [
    'userPw as JSON',
    'banana!Split',
    (s) => postJson('/api/v1/member/login', { userId: 'haneul', userPw: s }),
  ],
  [
    'mb_password',
    'gnuboard5#',
    (s) => postForm('/bbs/login_check.php', { mb_id: 'jin', mb_password: s, url: '/' }),
  ],
  ['psw', 'shadow2020', (s) => postForm('/action_page.php', { uname: 'lee', psw: s, remember: 'on' })],
  ['pswd', v.text(9), (s) => postForm('/auth', { login: 'lee', pswd: s })],
  ['passwd', 'sunflower3', (s) => postForm('/cgi-bin/luci', { luci_username: 'root', luci_passwd: s })],
  [
    'loginpwd',
    v.text(12),
    (s) => postForm('/user/loginService', { loginname: 'wei', loginpwd: s, chkRememberMe: '' }),
  ],
  ['LoginPassword', 'Ocean!Blue', (s) => postForm('/Login.htm', { LoginUser: 'guest', LoginPassword: s })],
  ['newpass', 'football11', (s) => postForm('/profile/update', { email: 'j@shop.example', newpass: s })],
  ['new-pass', v.text(15), (s) => postForm('/settings', { tab: 'security', 'new-pass': s })],
  ['oldPwd', 'trustno1x', (s) => postJson('/api/user/changePwd', { uid: 31, oldPwd: s })],
  [
    'repeat_password',
    v.text(11),
    (s) => postForm('/signup', { email: 'k@shop.example', repeat_password: s }),
  ],
  ['pwd2', 'kaffee-pause', (s) => postForm('/register.php', { user: 'karl', pwd2: s })],
  ['creds object', 'princess_9', (s) => postJson('/api/session', { creds: { u: 'ann', p: s } })],
  ['creds text', v.text(20), (s) => postJson('/agent/register', { host: 'web01', creds: s })],
  ['credential', v.text(24), (s) => postJson('/api/auth', { type: 'local', credential: s })],
  ['passphrase', 'tiny purple fishes', (s) => postJson('/wallet/unlock', { wallet: 'main', passphrase: s })],
  ['pass_phrase', 'rain on tin roofs', (s) => postForm('/vpn/profile', { name: 'office', pass_phrase: s })],
  ['passcode', '739164', (s) => postJson('/api/meeting/join', { room: 'daily', passcode: s })],
  ['PIN of a card', '4827', (s) => postForm('/giftcard/balance', { card: '6006', pin: s })],
  ['UserPIN', '90417', (s) => postJson('/api/door/open', { door: 'north', UserPIN: s })],
  ['unlock_pin', '602815', (s) => postForm('/device/unlock', { unlock_pin: s, device: 'tablet' })],
  ['p of a mobile application', v.text(10), (s) => postJson('/m/login', { auth: { user: 'ann', pass: s } })],
  [
    'txtPassword',
    'Autumn-2021',
    (s) => postForm('/Account/SignIn.asp', { txtUser: 'sales', txtPassword: s }),
  ],
  ['tbPwd', v.text(8), (s) => postForm('/signin.jsp', { tbUser: 'sales', tbPwd: s })],
  ['frm_pass', 'cheese+wine', (s) => postForm('/intranet/', { frm_user: 'sales', frm_pass: s })],
  [
    'login[password]',
    'magento!22',
    (s) => postForm('/admin/', { form_key: 'x', 'login[username]': 'admin', 'login[password]': s }),
  ],
  [
    'data[User][password]',
    'Cake+Php3',
    (s) => postForm('/users/login', { 'data[User][username]': 'adm', 'data[User][password]': s }),
  ],
  [
    'LoginForm[password]',
    'yii-Frame1',
    (s) => postForm('/site/login', { 'LoginForm[username]': 'adm', 'LoginForm[password]': s }),
  ],
  ['_password of Symfony', 'sf!2468', (s) => postForm('/login_check', { _username: 'adm', _password: s })],
  ['PASSWORD in capitals', 'COBOL-1975', (s) => postForm('/CICS/LOGN', { USERID: 'OPER', PASSWORD: s })],
  [
    'nested JSON password',
    v.text(17),
    (s) => postJson('/api/users', { data: { attributes: { login: 'x', password: s } } }),
  ],
  ['password among numbers', '84620917', (s) => postJson('/api/login', { user: 5, password: Number(s) })],
  [
    'wifi key',
    'guestWelcome!',
    (s) => postForm('/goform/WifiBasicSet', { ssid: 'Office', wrlPwd: s, security: 'wpapsk' }),
  ],
  [
    'WPA pre-shared key',
    v.text(22),
    (s) => postForm('/apply.cgi', { wl0_ssid: 'Office', wl0_wpa_psk: s, action: 'Apply' }),
  ],
  [
    'PPPoE password',
    v.digits(9),
    (s) => postForm('/boaform/formWan', { pppUsername: 'home@isp.example', pppPassword: s }),
  ],
  [
    'FTP password',
    'ftp-upload!',
    (s) => postForm('/backup/target', { ftp_host: 'ftp.shop.example', ftp_pass: s }),
  ],
  [
    'SMTP password',
    v.text(16),
    (s) => postForm('/settings/mail', { smtp_host: 'mx.shop.example', smtp_user: 'no-reply', smtp_pass: s }),
  ],
  [
    'proxyPassword',
    'proxy-Me-8',
    (s) => postJson('/api/settings/proxy', { proxyHost: '10.0.0.4', proxyPassword: s }),
  ],
  ['bindpw', 'ldap/Bind7', (s) => postForm('/ldap/test', { binddn: 'cn=reader', bindpw: s })],
  [
    'multipart password',
    'Mountain.5',
    (s) =>
      postMultipart('/account', [
        ['email', 'b@shop.example'],
        ['password', s],
      ]),
  ],
  [
    'multipart userpwd',
    v.text(12),
    (s) =>
      postMultipart('/upload.php', [
        ['userpwd', s],
        ['photo', 'GIF89a', 'me.gif'],
      ]),
  ],
  ['password in a query', 'rosebud1', (s) => get(`/login.php?user=ann&password=${s}&submit=1`)],
  ['pwd in a query', v.text(9), (s) => get(`/cgi-bin/camera?usr=admin&pwd=${s}&cmd=snapshot`)],
  ['loginpas of a camera', '888888xy', (s) => get(`/login.cgi?loginuse=admin&loginpas=${s}`)],
  [
    'array of passwords',
    'Lion&Tiger',
    (s) => postJson('/api/users/import', { passwords: [s], users: ['ann'] }),
  ],
]);

export const passwordNames: readonly SecretCase[] = [...frameworks, ...spellings];

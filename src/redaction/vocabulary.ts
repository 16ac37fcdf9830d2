/** The words of the languages that attacks use, of formats and clients, and of the messages of firewalls, in lowercase. */

/** Returns the words in a text. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

const VOCABULARY = words(`
  select union all distinct from where and or xor not null is in like rlike regexp between exists case when then else end as on
  join inner left right outer having group order by limit asc desc insert into values value update set delete drop alter create
  table tables schema schemata schemas index view column columns row rows add user users grant privileges identified procedure
  analyse analyze function declare exec execute execution begin commit rollback waitfor delay cast convert char chr nchar
  nvarchar int integer concat ws sleep benchmark load file outfile dumpfile infile bulk dual count sum avg length len substr
  substring mid ascii ord hex unhex floor rand random sysobjects information master msdb xp sp pg mysql mssql oracle sqlite
  postgres postgresql mariadb mongodb redis catalog version current replace reverse truncate rename collate using with recursive
  extractvalue utl http inaddr dbms pipe receive message ifnull coalesce elt make sha sha256 name names type types dbo sys class
  pass password passwd login email account accounts admin admins administrator root guest test tests demo customer customers
  orders product products item items payment payments card cards member members id ids uid gid tid randomblob zeroblob generate
  series if nullif greatest least true false script scripts img image svg iframe frame object embed meta link style body html
  head title div span input button form video audio source details summary marquee math td tr base textarea option isindex
  keygen animate animation foreign xlink href src action poster background data code language content refresh url uri expression
  behavior import vbscript jscript ecmascript mocha alert confirm prompt eval document window location domain cookie cookies
  write writeln self top parent frames opener open console log fetch request response send get post put patch trace connect
  options string atob btoa escape unescape encode decode component timeout interval constructor proto this return var let const
  new void typeof try catch throw while for do break continue switch text node element elements child query selector array map
  filter find reduce apply call bind arguments local session storage navigator history hash onerror error onload onclick onfocus
  autofocus focus onmouseover mouse over ontoggle onblur blur onstart start onbegin transition contenteditable tabindex xss csp
  width height display none hidden color red blue etc shadow hosts proc environ cmdline status fd windows winnt win ini system
  boot drivers inetpub www htdocs tmp temp usr bin sbin opt home lib dev tcp udp zero stdin stdout stderr logs access apache
  nginx httpd conf config configuration htaccess htpasswd web inf manifest mf classes properties app application public private
  static uploads upload download downloads images files path dir directory folder git svn env ssh rsa dsa authorized keys known
  bash bashrc profile php fpm sh zsh ksh csh dash ash cmd exe com powershell pwsh busybox cat tac more less tail nl od xxd
  strings ls cp mv rm rf ln mkdir touch chmod chown grep egrep sed awk cut sort uniq wc tee echo printf print read whoami who
  uname ifconfig ipconfig arp route ping nslookup dig host telnet ftp tftp wget curl nc ncat socat perl python ruby lua java
  javac gcc kill ps crontab cron sudo su net tasklist taskkill reg certutil bitsadmin mshta rundll32 regsvr32 wscript cscript
  wmic invoke iex webclient bypass nop noni enc encoded command urlcache split ifs shell shells backdoor payload exploit
  exploits malware botnet mirai mozi sora arm mips mipsel mpsl x86 i686 telnetd netgear dlink gpon tplink zyxel jndi ldap ldaps
  rmi dns iiop corba nis lower upper date ctx main javax naming basic lang runtime process builder thread loader method output
  stream reader buffered scanner util utility utils list linked reflect annotation springframework spring beans bean context
  resources resource pipeline first pattern suffix prefix format module catalina tomcat jsp jspx jspf aspx asp ashx asmx cgi
  struts xwork ognl default excluded packages container valuestack commons collections functors transformer freemarker template
  templates velocity thymeleaf jinja twig smarty mako erb globals builtins os popen subprocess subclasses mro init bases attr
  lipsum cycler joiner namespace range dict register undefined callback functions fastjson autotype jdbc impl sun autocommit
  snakeyaml yaml engine manager factory nashorn groovy bsh priority queue tree info phar wrapper memory glob zip compress zlib
  rot13 iconv expect passthru assert func preg include require once fopen fwrite fread fclose fputs contents unlink gzinflate
  inflate deflate uncompress str disable allow reporting time server std closure isset empty die exit phpunit vendor think
  laravel ignition symfony drupal joomla wordpress wp plugins includes xmlrpc magento entity attlist cdata pcdata xml xmlns xsi
  xsl xslt stylesheet encoding standalone utf iso dtd external param remote xxe soap envelope header virtual ssi esi person cn
  ou dc memberof mail samaccountname dn givenname sn nodes position last contains starts ne eq gt gte lt lte nin regex elem size
  search expr kind fields field args arg mutation subscription fragment directives enum deprecated interfaces possible
  introspection queries https sftp smb gopher jar wss imap smtp internal loopback latest iam security credentials role roles
  instance v1 service token tokens google compute azure aws amazon kubernetes kube docker sock containers flushall slaveof save
  transfer chunked injection injected crlf splitting smuggling smuggled evil attacker hacker hacked hack pwn pwned poc proof
  vuln vulnerable bad malicious victim burp collaborator oastify interact interactsh oast nikto nessus acunetix nuclei nmap zap
  dirbuster example sample hello world foo bar baz abc abcd qwerty asdf aaaa org io ru xyz site online live txt md csv json jpg
  jpeg png gif pdf bak old backup sql js css htm phtml phps inc tpl war py pl rb dll so doc tar gz rar isadmin has key secret
  debug yes off enabled disabled mode level rule anomaly score detected matched match found within operator phrase parameter
  ignore disregard override any previous prior above earlier instruction instructions prompts rules guidelines reveal show
  repeat tell me you your are now act pretend roleplay developer jailbreak jailbroken anything unrestricted without restrictions
  safety filters the an to of no longer must cid pid oid sid pwd vars multipart assign bins phish phishing bcc cc subject reply
  spam hallo hi ndi dap jav ascript click tag tags plain assistant model ai conversation secrets confidential returns strict
  temporary tablespace owner numeric decimal float double bit binary boolean timestamp unsigned primary references unique
  constraint check trigger cascade restrict next only partition cross natural full intersect except minus sequence synonym
  package loop raise raiserror shutdown restore merge percent rowid rownum sysibm sysdummy rdb srv numbers required multiple
  controls custom opts argv autoplay scrolling netsh firewall opmode schtasks systemctl iptables rsync scp dd df du export alias
  apt yum apk pip npm kubectl mount umount usermod lsof tcpdump masscan hydra openssl gzip gunzip unzip nano vi vim nohup xargs
  seq rev paste diff stat uptime getent dotnet vssadmin wevtutil icacls attrib noprofile executionpolicy administrators sshd
  crontabs fstab motd issue release settings reset logout signup edit mine ua cpu accept connection addr port ident gateway
  interface protocol software translated unescaped gmt filename modified forwarded terminal control injectx errmsg timefmt
  sizefmt disposition octet quoted printable mixed forbidden unauthorized ok created moved permanently gone conflict unavailable
  too many acceptable mozilla gecko khtml applewebkit chrome chromium safari firefox edg opr msie trident compatible macintosh
  intel ppc mac iphone ipad ipod android ubuntu debian fedora wow cros wayland mobile tablet tv desktop phone pixel galaxy redmi
  moto x11 x64 linux nexus pro max plus bot crawler spider googlebot bingbot feed fetcher okhttp axios postmanruntime insomnia
  httpie stable requests client state menu tab cell label caption address street city company invoice shipping billing cart
  checkout coupon discount price total amount quantity category brand blog news article comment author contact event ticket
  report chart tracking page theme
`);
const PART = /[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]*/g;
/** The minimum length of a word in a compound, and the maximum length of a compound. */
const SHORTEST_PART = 3;
const LONGEST = 40;

/** Returns true for a word, or an identifier of words, that attacks use. */
export function isOfAttacks(word: string): boolean {
  if (VOCABULARY.has(word.toLowerCase()) || /^rO0AB/.test(word)) return true;
  const letters = word.replace(/\d{1,2}(?!\d)/g, '');
  if (word.length > LONGEST || /[^A-Za-z_]/.test(letters)) return false;
  if (isCompound(letters.toLowerCase())) return true;
  const parts = letters.match(PART) ?? [];
  const others = parts.filter((part) => !isCompound(part.toLowerCase()));
  return others.length < parts.length && others.join('').length <= 2;
}

/** Returns true for a word, or several words without a separator. */
function isCompound(word: string): boolean {
  if (VOCABULARY.has(word)) return true;
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++)
    if (VOCABULARY.has(word.slice(0, at)) && isCompound(word.slice(at))) return true;
  return false;
}

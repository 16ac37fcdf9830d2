/** The words of the languages that attacks use, in lowercase, and of the messages of firewalls. */
import { words } from './ordinary.ts';

const VOCABULARY = words(`
  select union all distinct from where and or xor not null is in like rlike regexp between exists case when then else end as on
  join inner left right outer having group order by limit offset asc desc insert into values value update set delete drop alter
  create table tables database databases schema schemata schemas index view column columns row rows add user users grant
  privileges identified procedure analyse analyze function declare exec execute execution begin commit rollback waitfor delay
  cast convert char chr nchar varchar nvarchar int integer concat ws sleep benchmark load file outfile dumpfile infile bulk
  openrowset dual sysdate count sum avg length len substr substring mid ascii ord hex unhex floor rand random sysobjects
  information master msdb xp sp cmdshell dirtree pg mysql mssql oracle sqlite sqlserver postgres postgresql mariadb mongodb
  redis catalog version current replace reverse truncate rename collate using with recursive extractvalue updatexml utl http
  inaddr dbms pipe receive message ctxsys ifnull coalesce elt make md5 sha sha1 sha256 base64 name names type types dbo
  sys class pass password passwd username login email account accounts admin admins administrator root guest test tests demo
  customer customers order orders product products item items payment payments card cards member members id ids uid gid tid
  randomblob zeroblob generate series if nullif greatest least true false
  script scripts img image svg iframe frame object embed applet meta link style body html head title div span input button form
  video audio source details summary marquee math table td tr base textarea select option isindex keygen animate animation
  foreign foreignobject xlink href src srcdoc action formaction poster background data code language content refresh url uri
  expression behavior import charset javascript vbscript livescript jscript ecmascript mocha alert confirm prompt eval
  document window location domain cookie cookies write writeln self top parent frames opener open console log fetch xmlhttp
  xmlhttprequest request response send get post put head patch trace connect options string from char code charcode atob btoa escape unescape
  encode decode component settimeout setinterval timeout interval constructor prototype proto this return var let const new
  void typeof try catch throw while for do break continue switch inner outer text node element elements append child query
  selector selectorall array map filter find map reduce apply call bind arguments local session storage navigator history hash
  onerror error onload onclick onfocus autofocus focus onmouseover mouse over ontoggle onblur blur onstart start onbegin
  transition animationend contenteditable tabindex xss csp width height display none hidden color red blue   etc passwd shadow hosts group proc environ cmdline status fd version windows winnt win ini system system32 boot drivers
  inetpub wwwroot var www html htdocs tmp temp usr bin sbin opt home lib libexec local dev tcp udp zero stdin stdout stderr null log logs
  access error apache apache2 nginx httpd conf config configuration htaccess htpasswd web inf manifest mf classes properties
  app application src public private static uploads upload download downloads images files file files path dir directory folder
  git svn env dockerenv ssh rsa dsa authorized keys known bash bashrc profile history php ini php5 fpm
  sh bash zsh ksh csh dash ash cmd exe com powershell pwsh busybox cat tac more less head tail nl od xxd strings ls dir cp mv rm rf ln
  mkdir touch chmod chown find grep egrep sed awk cut sort uniq wc tr tee echo printf print read whoami who uname hostname ifconfig
  ipconfig netstat arp route ping nslookup dig host traceroute telnet ftp tftp wget curl nc ncat netcat socat perl python python3 ruby
  node lua java javac gcc kill killall ps top crontab cron sudo su net user localgroup systeminfo tasklist taskkill reg
  certutil bitsadmin mshta rundll32 regsvr32 wscript cscript wmic invoke expression iex webclient downloadstring downloadfile bypass
  nop noni enc encoded command encodedcommand windowstyle urlcache split ifs shell shells reverse backdoor payload exploit exploits
  malware botnet mirai mozi sora arm arm5 arm6 arm7 mips mipsel mpsl x86 i686 telnetd netgear dlink gpon tplink zyxel
  jndi ldap ldaps rmi dns iiop corba nis lower upper date ctx sys main hostname javax naming basic
  lang runtime process processbuilder builder exec thread class classloader loader forname method invoke getmethod getruntime
  getinputstream input output stream inputstream reader buffered scanner util utility utils list hashmap linked reflect annotation
  springframework spring beans bean context resources resource parent pipeline first pattern suffix prefix directory
  fileformat file date format module catalina tomcat jsp jspx jspf aspx asp ashx asmx cgi do action struts struts2 xwork ognl
  ognlcontext default member access memberaccess allowstatic static excluded classes packages container actioncontext
  valuestack apache commons collections collections4 functors transformer freemarker template templates execute velocity thymeleaf
  jinja jinja2 twig smarty mako erb config globals builtins import os popen subprocess subclasses mro init base bases attr
  application request self lipsum cycler joiner namespace range dict register undefined callback functions
  fastjson autotype jdbc jdbcrowset rowset impl rowsetimpl datasource source name sun autocommit snakeyaml yaml script
  engine manager scriptengine factory nashorn groovy bsh beanshell objectinputstream priority queue set hash tree
  php phpinfo info phar filter wrapper convert read write resource input temp memory glob zip compress zlib rot13 string iconv expect
  system passthru proc assert create func user array callback preg replace include require once fopen fwrite fread fclose fputs
  getcontents contents put unlink gzinflate inflate deflate uncompress str ini disable allow error reporting set time
  globals server stdclass std closure isset empty die exit phpunit stdin vendor think thinkphp invokefunction index laravel
  ignition symfony drupal joomla wordpress wp content plugins includes xmlrpc magento
  doctype entity element attlist cdata pcdata xml xmlns xsi xsl xslt stylesheet version encoding standalone utf utf8 iso dtd
  external public param remote xxe soap soapenv envelope header body include virtual echo exec cmd ssi esi
  objectclass person cn ou dc member memberof mail samaccountname dn givenname sn
  node nodes position last contains starts
  ne eq gt gte lt lte nin regex where elem elemmatch size mapreduce text search expr
  schema typename kind fields field args arg mutation subscription fragment directives enum deprecated interfaces possible query
  querytype mutationtype introspection queries
  http https ftp sftp ssh smb gopher dict tftp file jar netdoc data ws wss imap smtp localhost local internal loopback
  latest meta metadata iam security credentials role roles instance computemetadata v1 service serviceaccount token tokens hostname
  google internal compute azure aws amazonaws amazon kubernetes kube docker sock containers flushall config slaveof save
  set cookie content length location refresh transfer encoding chunked injection injected crlf splitting smuggling smuggled
  evil attacker hacker hacked hack pwn pwned poc proof vuln vulnerable bad malicious victim burp collaborator burpcollaborator
  oastify interact interactsh oast sqlmap nikto nessus acunetix nuclei nmap zap dirbuster example sample hello world foo bar baz
  abc abcd qwerty asdf aaaa com net org io ru cn xyz site online live txt md csv json jpg jpeg png gif pdf bak old backup sql
  js css htm phtml php3 php4 php7 phps inc tpl jar war py pl rb dll so md doc zip tar gz rar
  isadmin is has get set key keys secret debug true yes on off enabled disabled mode level rule anomaly score detected
  matched match found within data pattern operator phrase parameter
  ignore disregard forget override bypass all any previous prior above earlier instruction instructions prompt prompts rules guidelines
  system reveal show print repeat output tell me you your are now act as if pretend roleplay developer mode jailbreak
  jailbroken do anything unrestricted without restrictions safety filters the a an to of and with no longer must   cid pid oid sid pwd vars multipart form data assign bins bin phish phishing bcc cc subject reply spam list hello hallo hi
  ndi dap jav ascript click payload tag tags plain
  assistant model ai language context conversation secrets hidden confidential
  returns strict temporary tablespace default owner numeric decimal float double bit binary boolean timestamp datetime unsigned
  primary references unique constraint check trigger cascade restrict next only over partition window cross natural full
  intersect except minus escape glob sequence synonym package loop raise raiserror shutdown backup restore merge output top
  percent rowid rownum sysibm sysdummy rdb sysadmin srv role addlogin language numbers plugins
  required multiple controls loop custom opts args argv env options autoplay scrolling
  netsh firewall opmode schtasks systemctl service iptables socat rsync scp sftp dd df du export alias apt yum apk pip npm
  kubectl mount umount useradd adduser usermod lsof tcpdump masscan hydra openssl base32 gzip gunzip unzip nano vi vim timeout
  nohup xargs seq rev paste diff basename dirname stat uptime date printenv getent dotnet vssadmin wevtutil icacls attrib
  childitem start process noprofile executionpolicy object new net administrators sshd crontabs fstab motd issue release
  settings reset logout register signup edit me mine
`);
const PART = /[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]*/g;
/** The minimum length of a word in a compound, and the maximum length of a compound. */
const SHORTEST_PART = 3;
const LONGEST = 40;

/** Returns true for a word, or an identifier of words, that attacks use. */
export function isOfAttacks(word: string): boolean {
  if (VOCABULARY.has(word.toLowerCase()) || /^rO0AB/.test(word)) return true;
  if (word.length > LONGEST || /[^\w]/.test(word)) return false;
  const parts = word.replace(/\d{1,2}(?!\d)/g, '').match(PART) ?? [];
  const others = parts.filter((part) => !isCompound(part.toLowerCase()));
  return (
    !/\d/.test(word.replace(/\d{1,2}(?!\d)/g, '')) &&
    others.length < parts.length &&
    others.join('').length <= 2
  );
}

/** Returns true for a word, or several words without a separator. */
function isCompound(word: string): boolean {
  if (VOCABULARY.has(word)) return true;
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++)
    if (VOCABULARY.has(word.slice(0, at)) && isCompound(word.slice(at))) return true;
  return false;
}

import assert from 'node:assert/strict';
import { SecretNames } from '../../../src/redaction/secretNames.ts';
import { findInXml } from '../../../src/redaction/xmlSecrets.ts';
import { marked, unmarked } from './marks.ts';

const names = new SecretNames();

describe('findInXml', () => {
  const rows: readonly (readonly [what: string, text: string])[] = [
    // Names of elements.
    ['the content of an element', '<a><password>«kestrel»</password><pin>«4711»</pin></a>'],
    ['the content after a prefix and attributes', `<ns-1.b:password type='x'>«kestrel»</ns-1.b:password> x`],
    ['the content of a tag with a line break', '<password\n>«kestrel»</password\n>'],
    ['no content of other elements', '<note>kestrel</note><token_type x="y">kestrel</token_type>'],
    ['no content of an empty element', '<password/><pin x="y"/>kestrel<pin></pin>'],
    ['no content after an end tag', '</password>kestrel<x>'],
    ['no content of a tag without an end', 'a <password kestrel'],
    ['no name in a comparison', 'password< pin>kestrel'],
    [
      'the content of nested elements by their names',
      '<credentials><user>anna</user><token>«a1»</token></credentials>',
    ],
    ['the content without white space', '<password>\n\t «kestrel hill» \r\n  </password>'],
    ['the content without escaped white space', '<password>\\n\\\\t «kestrel»\\r\\n\\\\t</password>'],
    ['the content with a backslash', '<password>\\k«»</password>'.replace('\\k«»', '«\\kestrel\\»')],
    ['the content after a comment', '<password>\n<!-- of the shop -->  «kestrel»</password>'],
    ['the content of a CDATA section', '<password><![CDATA[«kes<tr>el»]]></password>'],
    ['the content of a CDATA section after white space', '<password> <![CDATA[ «kestrel» ]]> </password>'],
    ['the content of a CDATA section that is cut off', '<password><![CDATA[«kestrel hill»'],
    ['the content of a CDATA section before another', '<password><![CDATA[«kes»<![CDATA[x]]>'],
    ['the content of an element inside', '<password><b>«kestrel»</b></password>'],
    [
      'the content of elements inside',
      '<password> <s:Value> <String>  «kestrel»</String></s:Value></password>',
    ],
    ['no content of other elements inside', '<password><note>kestrel</note></password>'],
    ['the content before an element', '<password>«kestrel»<br></password>'],
    ['the content on several lines', 'x <password>«kestrel\nhill»</password>'],
    ['the content of a CDATA section on several lines', '<password><![CDATA[«kes\ntrel»]]></password>'],
    [
      'the content of a CDATA section only by the name of the element',
      '<password><![CDATA[«<pin>4711</pin>»]]></password>',
    ],
    ['no elements in a CDATA section of a value', '<value><![CDATA[<pin>4711</pin>]]></value>'],
    ['elements in a CDATA section of a name', '<name><![CDATA[<pin>«4711»</pin>]]></name>'],
    ['no content of a tag that another one interrupts', '<password <b>kestrel</b>'],
    [
      'the content after escaped white space and a tag',
      '<password>\\\\n\\n<soap:b>\\\\n\\\\t«kestrel»</soap:b></password>',
    ],
    [
      'the content after a comment and a tag',
      '<pin><!----><b>«a1»</b></pin><pin><!-- x -->  <b>«b2»</b></pin>',
    ],
    ['short content before much white space', `<password>«a1»${' '.repeat(30)}</password>`],
    // A missing end tag.
    ['the content up to the end of the line', '<password>«kestrel hill»\nx'],
    ['the content up to another tag', '<a><password>«kestrel» <b>'],
    ['the content up to a wrong end tag', '<password>«kestrel hill»</pass>'],
    ['the word after a name in brackets', 'x <password>«kestrel» hill'],
    ['the word after a name in brackets and a tab', 'Bearer:\t<token>«a1»;x'],
    ['the word after a name that touches a word', `user:<password>«kestrel»@host`],
    ['the word after a name in quotes', `"<password>«kestrel»" '<pin>«4711»'`],
    ['the word after a type', 'List<Password>«kestrel»(x)'],
    ['the word up to any mark', 'a<pin>«1a»`b<pin>«2a»\\b<pin>«3a»&b<pin>«4a»,b<pin>«5a»)b<pin>«6a»/b'],
    ['the word after an equals sign', 'x=<password>& hill'],
    ['the word after a comma and a tag', 'x,<password> «kestrel hill»\nx'],
    ['the word before another tag', 'x <password>«kestrel» hill<b></b>'],
    ['the line after the end of another', 'x \n<password>«kestrel hill»\nx'],
    ['the line after an equals sign and a word', 'x=<password>«kestrel hill»\nx'],
    ['no word after a placeholder', 'curl -u anna:<password> http://shop.example'],
    ['the content after text if an end tag follows', 'x <password>«kestrel hill»</pass>'],
    ['the content after text if an escaped end tag follows', 'x <password>«kestrel hill»<\\\\/password>'],
    ['the content after an escaped line break', 'x\\n <password>«kestrel hill»\nx'],
    // Names in attributes.
    ['the value beside its name', '<input name="password" value="«kestrel hill»">'],
    ['the value before its name', `<input value='«kestrel»' id='pin'/>`],
    [
      'the value in other attributes',
      '<a key="pin" content="«4711»"><a field=pin v=«4711»><a n = "pin"  value  =  «4711» x>',
    ],
    [
      'no value of other attributes',
      '<a for="pin" value="4711"><a name="pin" size="4711"/><a name="note" value="4711">',
    ],
    [
      'no value of similar attributes',
      '<a name="pin" xvalue="4711" values="4712"/><a xname="pin" names="pin" value="4711"/>',
    ],
    ['no value beside similar types', '<a xtype="password" typed="password" name="note" value="kestrel"/>'],
    ['the content beside an empty value in escaped quotes', '<a name="pin" value=\\\\"\\\\">«4711»</a>'],
    ['the value that starts with a backslash', '<a name=pin value=«\\kestrel»>'],
    ['no part of another attribute', '<a data-name="pin" value="4711"><a name="pin" data-value="4711"/>'],
    ['the value of an input for passwords', '<input type="Password" name="note" value="«kestrel»">'],
    ['no value of another input', '<input type="text" name="note" value="kestrel">'],
    ['the value in escaped quotes', '<input name=\\"password\\" value=\\"«kestrel»\\">'],
    [
      'the value in quotes that are escaped repeatedly',
      `<input name=\\\\\\"pin\\\\\\" value=\\\\\\"«4711»\\\\\\">`,
    ],
    ['the value with a backslash', '<input name="password" value="«kes\\trel»">'],
    ['no empty value', '<input name="password" value="" x="kestrel"><input name="pin" value=\\"\\">'],
    ['the content beside a name', '<field name="password">«kestrel»</field>'],
    [
      'the content beside a name if it is not empty',
      '<field name="password"></field><field name="pin"/>kestrel',
    ],
    ['the value rather than the content', '<field name="password" value="«kestrel»">hill</field>'],
    ['the value without quotes up to any mark', '<a name=pin value=«4711»"x><a name=pin value=«4712»>'],
    ['the credentials of a header', '<header name="Authorization" value="Bearer «kestrel»"/>'],
    // Names in other elements.
    [
      'the credentials of a header after its name with a colon',
      '<dt>Authorization:</dt><dd>Bearer «kestrel»</dd>',
    ],
    ['the content of the element after a name', '<key>password</key>\n<string>«kestrel»</string>'],
    ['the content after a name with a colon', '<dt> password: </dt><dd>«kestrel»</dd>'],
    [
      'the content of other elements after a name',
      '<th>pin</th><td>«4711»</td><param>pin</param><v>«4711»</v>',
    ],
    ['the content of more elements after a name', '<name>pin</name><value><string>«4711»</string></value>'],
    [
      'the content of more elements after an id',
      '<id>pin</id><i4>«4711»</i4><field>pin</field><data>«4711»</data>',
    ],
    ['the content of more elements after a parameter', '<parameter>pin</parameter><integer>«4711»</integer>'],
    ['the content of more elements after n', '<n>pin</n><int>«4711»</int><n>pin</n><base64>«a1b2»</base64>'],
    ['the content of more elements after a key', '<key>pin</key><content>«4711»</content>'],
    ['the first content after a name', '<key>pin</key><string>«4711»</string><string>4712</string>'],
    ['the content after an empty one', '<key>pin</key><string></string><string>«4711»</string>'],
    ['no content after the name of another value', '<key>note</key><string>kestrel</string>'],
    ['no content of other elements after a name', '<key>pin</key><xvalue>4711</xvalue><values>4711</values>'],
    [
      'no content after other elements',
      '<names>pin</names><value>4711</value><xkey>pin</xkey><value>4711</value>',
    ],
    ['no content far from a name', `<key>pin</key>${' '.repeat(294)}<string>4711</string>`],
    ['the content at some distance from a name', `<key>pin</key>${'x'.repeat(293)}<string>«4711»</string>`],
    [
      'the credentials of a header after its name',
      '<name>Authorization</name><value>Basic «a2VzdHJlbA»</value>',
    ],
  ];
  for (const [what, text] of rows)
    it(`finds ${what}`, () => assert.equal(marked(unmarked(text), findInXml(unmarked(text), names)), text));

  it('finds values in long tags', () => {
    const tag = (space: number) => `<input name="password"${' '.repeat(space)} value="kestrel">`;
    assert.deepEqual(
      [4500, 4600].map((space) => findInXml(tag(space), names).length),
      [1, 0],
    );
    const text = `x <input name="password" value="«kestrel»" title="${'hill '.repeat(1000)}">`;
    assert.equal(marked(unmarked(text), findInXml(unmarked(text), names)), text);
  });

  it('returns the names of values', () => {
    const text =
      '<key>a:pin</key><string>4711</string><dt>my pin:</dt><dd>4712</dd><a id="pin" value="4713"/><pin>4714</pin>';
    assert.deepEqual(
      findInXml(text, names).map(({ name }) => name),
      ['a:pin', 'my pin', 'pin', 'pin'],
    );
  });

  it('limits the length of a value beside its name', () => {
    const [found] = findInXml(`<key>password</key><string>${'kestrel '.repeat(600)}</string>`, names);
    assert.equal(found && found.end - found.start, 4000);
  });

  it('finds the content of an element after much white space', () => {
    const text = (space: number) => `<password>${' '.repeat(space)}«kestrel»${' '.repeat(space)}</password>`;
    for (const space of [0, 1, 150, 399])
      assert.equal(marked(unmarked(text(space)), findInXml(unmarked(text(space)), names)), text(space));
  });
});

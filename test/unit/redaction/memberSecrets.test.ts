import assert from 'node:assert/strict';
import { findInMembers } from '../../../src/redaction/memberSecrets.ts';
import { SecretNames } from '../../../src/redaction/secretNames.ts';
import { marked, unmarked } from './marks.ts';

const names = new SecretNames();
const shown = (text: string) => marked(unmarked(text), findInMembers(unmarked(text), names));

describe('findInMembers', () => {
  const rows: readonly (readonly [what: string, text: string])[] = [
    // Own names.
    ['a value by its name', '{"user":"anna","password":"«kestrel»","x":1}'],
    ['a value in single quotes', "{'password' : '«kestrel \"hill\"»', 'x': 1}"],
    [
      'values after arrows and equals signs',
      `["password" => "«kestrel»", 'pin'=>'«4711»', "token"  =  "«a1»"]`,
    ],
    ['strings with prefixes', `{'password': b'«kestrel»', 'pin': Rb"«4711»", "token":u'«a1»'}`],
    ['a word that only looks like a prefix', `{"password": «bf» , "pin":«ru»}`],
    ['a string in backticks', '{"password":`«kestrel»`}'],
    ['a value whose name has an escape', '{"p\\u0061sswo\\u0072d":"«kestrel»"}'],
    [
      'no value whose name has other signs',
      '{"pass\\word":"a1","pin}":"b2","pin,":"c3","{pin":"d4","pi\nn":"e5"}',
    ],
    ['no value whose name has different quotes', `{"password':"kestrel"}`],
    ['no value of other names', '{"user":"anna","password_type":"kestrel","note":{"x":["y"]}}'],
    ['a number', '{"pin":«4711», "token":«12.5»}'],
    [
      'words up to a mark',
      '{"pin":«4711»&x "pin":«4712»;x "pin":«4713»<x "pin":«4714»>x "pin":«a5»{ "pin":«a6»\'}',
    ],
    ['no word for no value', '{"password":null,"pin":true,"token":""}'],
    ['no call', `{"password":read("kestrel"),"pin":x["y"]}`],
    ['a string that is cut off', '{"password":"«kestrel hill'.concat('»')],
    ['a string before a colon', '"pin":"«4711»":"x"'],
    ['no value without quotes around names', 'password: kestrel, pin=4711'],
    ['a string with an escaped quote', '{"password":"«kes\\"trel»"}'],
    ['all strings of a list', '{"password":["«a1b2»", "«c3d4»" ],"x":"y"}'],
    ['all words of a list', '{"pin":[«4711», «4712»,null,«4713»],"x":"y"}'],
    ['the words in a list with other signs', '{"pin":[;«4711»,(«4712)»],"x":"y"}'],
    ['all values in an object', '{"password":{"a" : {"b":"«kestrel»"},"c":[{"d":«4711»}]},"x":"y"}'],
    ['the words of a list that is cut off', '{"pin":[«4711», «4712»'],
    ['the values in an object that is cut off', '{"password":{"a":"«kestrel»","b":"«hill'.concat('»')],
    ['the values in an object that ends after a string', '{"password":{"a":"«kestrel»"'],
    ['a string in an object, but no text after it', '{"password":{"a":"«kes»"trel"},"x":"y"}'],
    ['a string without an object despite text after it', '{"password":"«kes»"trel","x":"y"}'],
    [
      'the values in an object except for its description',
      '{"password":{"Type":"a1","label":"a2","title":"a3","format":"a4","min":12345,"minimum":12345,"minLength":12345,"max":12345,"maximum":12345,"maxLength":12345,"required":12345,"description":"a5","placeholder":"a6","hint":"a7","pattern":"a8","error":"a9","errors":"b1","message":"b2","messages":"b3","value":"«c3»","types":"«c4»","xhint":"«c5»"}}',
    ],
    [
      'values in an object of credentials by their names',
      '{"credentials":{"user":"anna","password":"«kestrel»"}}',
    ],
    ['a string of credentials', '{"credentials":"«anna:kestrel»","token":["«a1»"]}'],
    ['the value in an object of credentials', '{"token": { "value":"«a1»","x":"y","data":"«b2»"}}'],
    [
      'the value in an object of credentials on lines',
      '{"token":{"value":"«a1»"},"token":{\n  "value":"«b2»"}}',
    ],
    ['no value in an object inside an object of credentials', '{"token":{[{"value":"kestrel"}]}}'],
    ['no value after text in an object of credentials', '{"token":{1,"value":"kestrel"}}'],
    ['no value below an object of credentials', '{"token":{"a":{"value":"kestrel"},"value":"kestrel"}}'],
    ['no value beside an object of credentials', '{"token":{"a":"b"},"value":"kestrel"}'],
    ['no value in another object', '{"tokens":1,"note":{"value":"kestrel"}}'],
    // Names in neighboring members.
    ['the value after its name', '[{"name":"password","value":"«kestrel»"},{"name":"note","value":"hill"}]'],
    ['the value after another name and its name', '{"label":"note","name":"pin","value":"«4711»"}'],
    ['the value before its name', '{"value":"«4711»","x":"y","name":"pin"}'],
    [
      'each kind of value before its name',
      '{"Val":"«a1»","v":"«b2»","data":"«c3»","content":"«d4»","key":"pin"}',
    ],
    ['a value without an object before its name', '"value":"«4711»","name":"pin"'],
    ['a value in a nested object before its name', '{"a":{"value":"«4711»","name":"pin"}}'],
    ['a value in a second object before its name', '[{"name":"note"},{"value":"«4711»","name":"pin"}]'],
    ['no other value before its name', '{"text":"a1","xvalue":"b2","values":"c3","value":4711,"name":"pin"}'],
    ['no value before another name', '{"value":"4711","name":"note"}'],
    ['no value between two names', '{"name":"note","value":"4711","id":"pin"}'],
    ['no value of another object', '{"name":"pin"},{"value":"4711"},{"name":"pin"}'],
    ['no value after an object inside', '{"name":"pin","x":{},"value":"4711"}'],
    [
      'no value of another name beside a name',
      '{"name":"pin","note":"a1","token_value_count":"b2","xtext":"c3","texts":"d4"}',
    ],
    ['the credentials of a header after its name', '{"name":"Authorization","value":"Bearer «kestrel»"}'],
    ['the random value after an ambiguous name', '{"name":"code","value":"«kR7vQ2mX9pLw»"}'],
    ['no word after an ambiguous name', '{"name":"code","value":"kestrel"}'],
    [
      'the token in a header after its name',
      '{"name":"Sec-WebSocket-Protocol","value":"chat, «kR7vQ2mX9pLw»"}',
    ],
    ['the key in a header after its name', '{"header":"Ocp-Apim-Subscription-Key","value":"«kestrel»"}'],
    ['the key in a header before its name', '{"value":"«kestrel»","name":"Ocp-Apim-Subscription-Key"}'],
    ['the described value of a pair', '{"name":"password","value":{"type":"bcrypt","hash":"«kestrel»"}}'],
    ['the value of a pair that has its own name', '{"name":"pin","token":"«a1»","value":"«4711»"}'],
    ['no value after a name that is no string', '{"name":pin,"value":"4711","name":["pin"],"value":"4712"}'],
    ['no value after the name of no secret', '{"xfield":"pin","fields":"pin","namex":"pin","value":"4711"}'],
    ['a value at some distance from its name', `{"name":"pin",${' '.repeat(394)}"value":"«4711»"}`],
    ['no value far from its name', `{"name":"pin",${' '.repeat(395)}"value":"4711"}`],
    ['a name between other quotes', '"it\'s" "password":"«kestrel»"'],
  ];
  for (const [what, text] of rows) it(`finds ${what}`, () => assert.equal(shown(text), text));

  const naming =
    'name fieldName key attr_key id userId label title field param parameter header attribute property variable path type k column prompt question placeholder selector locator element option setting 항목 이름';
  for (const name of naming.split(' '))
    it(`finds the value beside a member with the name ${name}`, () => {
      const text = `{"${name}":"pin","value":"«4711»"}`;
      assert.equal(shown(text), text);
    });

  const values =
    'value fieldValues val v data content default current text answer response reply input to new after 값';
  for (const name of values.split(' '))
    it(`finds the value in ${name} beside its name`, () => {
      const text = `{"name":"pin","${name}":"«4711»"}`;
      assert.equal(shown(text), text);
    });

  it('finds values with the longest names', () => {
    const text = `{"${'x'.repeat(92)}password":"«kestrel»","${'x'.repeat(93)}password":"kestrel"}`;
    assert.equal(shown(text), text);
    const spaced = `{"password"${' '.repeat(100)}:${' '.repeat(100)}"«kestrel»"}`;
    assert.equal(shown(spaced), spaced);
  });

  it('keeps a limited number of names and values for neighboring members', () => {
    const named = (count: number, value: string) =>
      `{"name":"pin",${'"id":"n",'.repeat(count)}"value":"${value}"}`;
    assert.equal(shown(named(7, '«4711»')), named(7, '«4711»'));
    assert.equal(shown(named(8, '4711')), named(8, '4711'));
    const valued = `{${'"value":"«4711»",'.repeat(8)}"value":"4711","name":"pin"}`;
    assert.equal(shown(valued), valued);
  });

  it('judges the beginning of a long name', () => {
    const text = (length: number) => `{"name":"${'x'.repeat(length)}password","value":"«kestrel»"}`;
    assert.equal(shown(text(92)), text(92));
    assert.equal(shown(text(93)), unmarked(text(93)));
  });

  it('returns findings in ascending order', () => {
    const text = '{"value":"kestrel","token":"a1b2","name":"password"}';
    assert.deepEqual(
      findInMembers(text, names).map(({ start, end, name }) => [text.slice(start, end), name]),
      [
        ['kestrel', 'password'],
        ['a1b2', 'token'],
      ],
    );
  });
});

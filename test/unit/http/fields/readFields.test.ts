import assert from 'node:assert/strict';
import { type Field, fieldFinder, fieldPath } from '../../../../src/http/fields/field.ts';
import { readFields } from '../../../../src/http/fields/readFields.ts';
import { english } from '../../../../src/text/l10n.ts';

const HEAD = 'POST /checkout HTTP/1.1\r\nHost: shop.example\r\n';
const post = (type: string, body: string) => `${HEAD}Content-Type: ${type}\r\n\r\n${body}`;
const read = (raw: string) => readFields(raw).fields;
const bodyOf = (raw: string) => read(raw).filter(({ part }) => part !== 'path' && part !== 'header');
const shown = (fields: readonly Field[]) =>
  fields.map((field) => [english(fieldPath(field)), field.kind, field.value]);

describe('readFields', () => {
  it('reads the path, its parameters and the query, decoded', () => {
    assert.deepEqual(shown(read('GET http://shop.example/a%20b;id=%31//c?q=x%27+y&&flag HTTP/1.1\r\n\r\n')), [
      ['Path ▸ 0', 'text', 'a b'],
      ['Path ▸ 0 ▸ id', 'text', '1'],
      ['Path ▸ 1', 'text', 'c'],
      ['Query parameter ▸ q', 'text', "x' y"],
      ['Query parameter ▸ ', 'text', 'flag'],
    ]);
    assert.deepEqual(shown(read('GET h2c://x.example/a HTTP/1.1')), [['Path ▸ 0', 'text', 'a']]);
    assert.deepEqual(shown(read('GET /go/http://x.example/y;draft HTTP/1.1\r\n\r\n')), [
      ['Path ▸ 0', 'text', 'go'],
      ['Path ▸ 1', 'text', 'http:'],
      ['Path ▸ 2', 'text', 'x.example'],
      ['Path ▸ 3', 'text', 'y'],
      ['Path ▸ 3', 'text', 'draft'],
    ]);
  });

  it('reads the first value of a path segment as text, also if it has an equals sign', () => {
    assert.deepEqual(shown(read('GET /a=1;b=2 HTTP/1.1\r\n\r\n')), [
      ['Path ▸ 0', 'text', 'a=1'],
      ['Path ▸ 0 ▸ b', 'text', '2'],
    ]);
  });

  it('locates each name and value as sent', () => {
    const sent = (raw: string, withParts: RegExp) =>
      read(raw)
        .filter(({ part }) => withParts.test(part))
        .map(({ namePlace, place }) => [
          namePlace && raw.slice(namePlace.start, namePlace.end),
          raw.slice(place.start, place.end),
        ]);
    const raw =
      'POST /a%20b;s%69d=1?q%5B%5D=x%27&flag HTTP/1.1\r\nX-Note : hi\r\nCookie: a=1;  b=%20\r\n\r\n';
    assert.deepEqual(sent(raw, /./), [
      [undefined, 'a%20b'],
      ['s%69d', '1'],
      ['q%5B%5D', 'x%27'],
      [undefined, 'flag'],
      ['X-Note ', 'hi'],
      ['a', '1'],
      ['b', '%20'],
    ]);
    assert.deepEqual(sent(post('application/json', '{"a":{"b":[1, "\\u0027"]},"c":tr'), /json/), [
      [undefined, '{"a":{"b":[1, "\\u0027"]},"c":tr'],
      ['a', '{"b":[1, "\\u0027"]}'],
      ['b', '[1, "\\u0027"]'],
      [undefined, '1'],
      [undefined, '\\u0027'],
      ['c', 'tr'],
    ]);
    assert.deepEqual(
      sent(post('text/xml', `<s:a id='12' n = "x&lt;" bare=34>\n hi &amp; bye\n<b/></s:a>`), /xml/),
      [
        ['s:a', 'hi &amp; bye'],
        ['id', '12'],
        ['n', 'x&lt;'],
        ['bare', '34'],
        ['b', ''],
      ],
    );
    assert.deepEqual(sent(post('text/xml', '<a x="{&quot;k&quot;:&quot;v&#39;&quot;}"/>'), /xml/).slice(1), [
      ['x', '{&quot;k&quot;:&quot;v&#39;&quot;}'],
      ['k', 'v&#39;'],
    ]);
    const query = '{ add(n: 12, note: "x\\"y") }';
    assert.deepEqual(sent(post('application/graphql', query), /body/), [
      [undefined, query],
      [undefined, '12'],
      [undefined, 'x\\"y'],
    ]);
  });

  it('reads headers and cookies', () => {
    assert.deepEqual(shown(read('GET / HTTP/1.1\r\nX-Note\t: a\r\nCOOKIE : a=1; b=%20\r\n c=2\r\n\r\n')), [
      ['Header ▸ X-Note', 'text', 'a'],
      ['Cookie ▸ a', 'text', '1'],
      ['Cookie ▸ b', 'text', ' \r\n c=2'],
    ]);
  });

  it('reads JSON with the names of its members and the numbers of its elements', () => {
    const raw = post(
      'application/json',
      '{"cart":[{"coupon":"SUMMER\\u0027","n":-1.5}],"ok":true,"off":false,"no":null}',
    );
    assert.deepEqual(shown(bodyOf(raw)), [
      ['JSON body', 'object', ''],
      ['JSON body ▸ cart', 'list', ''],
      ['JSON body ▸ cart ▸ 0', 'object', ''],
      ['JSON body ▸ cart ▸ 0 ▸ coupon', 'text', "SUMMER'"],
      ['JSON body ▸ cart ▸ 0 ▸ n', 'number', '-1.5'],
      ['JSON body ▸ ok', 'boolean', 'true'],
      ['JSON body ▸ off', 'boolean', 'false'],
      ['JSON body ▸ no', 'null', 'null'],
    ]);
  });

  it('reads JSON that is cut off, and several values in a row', () => {
    assert.deepEqual(shown(bodyOf(post('application/json', '{"a":{"b":"cut'))), [
      ['JSON body', 'object', ''],
      ['JSON body ▸ a', 'object', ''],
      ['JSON body ▸ a ▸ b', 'text', 'cut'],
    ]);
    assert.deepEqual(shown(bodyOf(post('application/x-ndjson', '{"a":1}\n{"a":2}'))), [
      ['JSON body', 'object', ''],
      ['JSON body ▸ a', 'number', '1'],
      ['JSON body', 'object', ''],
      ['JSON body ▸ a', 'number', '2'],
    ]);
  });

  it('reads JSON in a parameter, a cookie, a part and a string of JSON', () => {
    const raw =
      'POST /?f=%7B%22a%22%3A1%7D HTTP/1.1\r\nCookie: c=%5B1%5d\r\n\r\n{"s":"{\\"a\\":\\"b\\\\\\"\\"}"}';
    assert.deepEqual(shown(read(raw)), [
      ['Query parameter ▸ f', 'object', ''],
      ['Query parameter ▸ f ▸ a', 'number', '1'],
      ['Cookie ▸ c', 'list', ''],
      ['Cookie ▸ c ▸ 0', 'number', '1'],
      ['JSON body', 'object', ''],
      ['JSON body ▸ s', 'object', ''],
      ['JSON body ▸ s ▸ a', 'text', 'b"'],
    ]);
  });

  it('reads JSON values that are no objects or lists, and words that JSON does not have', () => {
    for (const [body, kind, value] of [
      ['"hunter2"', 'text', 'hunter2'],
      ['-4.2e1', 'number', '-4.2e1'],
      ['undefined', 'text', 'undefined'],
    ] as const)
      assert.deepEqual(shown(bodyOf(post('application/json', body))), [['JSON body', kind, value]]);
    assert.deepEqual(shown(bodyOf(post('application/json', '{"a":undefined,"b":NaN,5}'))).slice(1), [
      ['JSON body ▸ a', 'text', 'undefined'],
      ['JSON body ▸ b', 'text', 'NaN'],
      ['JSON body ▸ ', 'number', '5'],
    ]);
    assert.deepEqual(shown(bodyOf(post('application/json', '[1]]},2'))), [
      ['JSON body', 'list', ''],
      ['JSON body ▸ 0', 'number', '1'],
      ['JSON body', 'number', '2'],
    ]);
  });

  it('leaves what only looks like JSON as it is', () => {
    for (const file of ['[my client-1.0] \nuser=anna', '\n[mysqld]\r\nport=3306'])
      assert.deepEqual(shown(bodyOf(post('text/plain', file))), [['Body', 'text', file]]);
    for (const text of ['{"a":1} or 1', '{{7*7}}', '[object Object]', '{"cut', '[[@{7*7}]]', '&#123;"a":1}'])
      assert.deepEqual(shown(read(`GET / HTTP/1.1\r\nA: ${text}\r\n\r\n`)), [['Header ▸ A', 'text', text]]);
  });

  it('reads the arguments, strings, and comments of a GraphQL document', () => {
    const document = '{ a(x: 1) { b(y: true) } c(z: """d "e" f""", o: {p: [null, RED]}) # hi\n e(q: """cut';
    assert.deepEqual(shown(bodyOf(post('application/graphql', document))).slice(1), [
      ['Body ▸ a ▸ x', 'number', '1'],
      ['Body ▸ b ▸ y', 'boolean', 'true'],
      ['Body ▸ c ▸ z', 'text', 'd "e" f'],
      ['Body ▸ c ▸ o ▸ p', 'null', 'null'],
      ['Body ▸ #comment', 'text', ' hi'],
      ['Body ▸ e ▸ q', 'text', 'cut'],
    ]);
  });

  it('names each variable of GraphQL by the argument of its own document', () => {
    const call = (name: string) => ({ query: `query($v:X){f(${name}:$v)}` });
    const body = [
      { ...call('x'), variables: { v: 1 } },
      { a: { variables: { v: 2 }, ...call('y') } },
      { a: { b: call('z') }, ab: { variables: { v: 3 } } },
    ];
    const fields = bodyOf(post('application/json', JSON.stringify(body)));
    const names = fields.flatMap(({ kind, name, value }) => (kind === 'number' ? [name + value] : []));
    assert.deepEqual(names, ['x1', 'y2', 'v3']);
  });

  it('has a short value as it is, also where it looks like bytes', () => {
    const bytes = '%c2%85%c3%bf';
    const values = [bytes, bytes.repeat(32), `a${bytes.repeat(32)}`, '%89PNG%01%02'];
    const [short, longest, long, image] = read(`GET /?a=${values.join('&a=')} HTTP/1.1\r\n\r\n`);
    assert.deepEqual([short?.kind, short?.value], ['text', '\u0085\u00ff']);
    assert.deepEqual([longest?.kind, longest?.value], ['text', '\u0085\u00ff'.repeat(32)]);
    assert.deepEqual([long?.kind, long?.value], ['binary', '']);
    assert.deepEqual([image?.kind, image?.format], ['binary', 'PNG image']);
    assert.deepEqual(shown(bodyOf(post('text/plain', '\u0085\u00ff'))), [['Body', 'binary', '']]);
  });

  it('reads forms whatever their content type says', () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', ''])
      assert.deepEqual(shown(bodyOf(post(type, 'user=anna&pw%5B%5D=a%26b'))), [
        ['Form field ▸ user', 'text', 'anna'],
        ['Form field ▸ pw[]', 'text', 'a&b'],
      ]);
  });

  it('recognizes a form by its start, also if binary data follows', () => {
    const value = 'x'.repeat(1000);
    const data = '\u0085\u00ff'.repeat(1000);
    assert.deepEqual(shown(bodyOf(post('', `a=${value}&b=${data}`))), [
      ['Form field ▸ a', 'text', value],
      ['Form field ▸ b', 'binary', ''],
    ]);
    assert.deepEqual(shown(bodyOf(post('', `a=${data}&b=1`))), [['Body', 'binary', '']]);
  });

  it('reads the parts of a multipart body, with and without its boundary', () => {
    const body =
      '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' +
      '--B\r\nContent-Disposition: form-data; name="f"; filename="x.php"\r\n\r\n<?php\r\n' +
      '--B\r\nContent-Disposition: form-data; name="i"; filename=i\r\n\r\n\u0089PNG\u0001\u0002\r\n--B--';
    for (const sent of [
      post('multipart/form-data; boundary=B', body),
      post('', body),
      post('', `${body}\r\n`),
      post('multipart/form-data', `\r\n${body}`),
    ])
      assert.deepEqual(shown(bodyOf(sent)), [
        ['Part ▸ a', 'text', '1'],
        ['Part ▸ f', 'file', '<?php'],
        ['Part ▸ f ▸ filename', 'text', 'x.php'],
        ['Part ▸ i', 'binary', ''],
        ['Part ▸ i ▸ filename', 'text', 'i'],
      ]);
    assert.equal(bodyOf(post('', body)).find(({ kind }) => kind === 'binary')?.format, 'PNG image');
  });

  it('reads a multipart body with text before and after its parts, or without its end', () => {
    const type = 'multipart/form-data; boundary="B B"';
    const part = '--B B\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
    for (const body of [
      `sent by --B B\r\n${part}1\r\n--B B--\r\n\r\n${part}2\r\n--B B--`,
      `${part}1`,
      `${part}1\r\n--B B\r\nContent-Dispo`,
    ])
      assert.deepEqual(shown(bodyOf(post(type, body))), [['Part ▸ a', 'text', '1']]);
    const other = `x${part}1`;
    assert.deepEqual(shown(bodyOf(post('multipart/form-data', other))), [['Body', 'text', other]]);
  });

  it('reads the headers of a part only before its blank line', () => {
    const body =
      '--B\nContent-Disposition: form-data; Name=a\n\n1\n; filename="x.php"\n' +
      '--B\nContent-Disposition: form-data;\n\tfilename=" y.php" ; name = "b;c"\n\n2\n--B--\n';
    assert.deepEqual(shown(bodyOf(post('multipart/form-data; boundary=B', body))), [
      ['Part ▸ a', 'text', '1\n; filename="x.php"'],
      ['Part ▸ b;c', 'file', '2'],
      ['Part ▸ b;c ▸ filename', 'text', ' y.php'],
    ]);
  });

  it('reads elements, attributes, CDATA and texts of XML', () => {
    const body =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///x">]><s:Body a="1&lt;">' +
      "<user id='7'> <pw>x&amp;y</pw><e/>tail</user><![CDATA[<raw>]]></s:Body>";
    assert.deepEqual(shown(bodyOf(post('text/xml', body))), [
      ['XML body ▸ #doctype', 'text', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///x">]>'],
      ['XML body ▸ s:Body', 'object', ''],
      ['XML body ▸ s:Body ▸ @a', 'text', '1<'],
      ['XML body ▸ s:Body ▸ user', 'object', ''],
      ['XML body ▸ s:Body ▸ user ▸ @id', 'text', '7'],
      ['XML body ▸ s:Body ▸ user ▸ pw', 'text', 'x&y'],
      ['XML body ▸ s:Body ▸ user ▸ e', 'text', ''],
      ['XML body ▸ s:Body ▸ user ▸ #text', 'text', 'tail'],
      ['XML body ▸ s:Body ▸ #text', 'text', '<raw>'],
    ]);
  });

  it('reads XML in a parameter and in a string of JSON', () => {
    const xml = '<?xml version="1.0"?><user><pw>x&amp;y</pw></user>';
    const inQuery = (text: string) => shown(read(`GET /?q=${encodeURIComponent(text)} HTTP/1.1\r\n\r\n`));
    for (const sent of [xml, ` \n${xml}`])
      assert.deepEqual(inQuery(sent), [
        ['Query parameter ▸ q ▸ user', 'object', ''],
        ['Query parameter ▸ q ▸ user ▸ pw', 'text', 'x&y'],
      ]);
    for (const text of [`<b/>${xml}`, xml.slice(21), '<?xmlns a?><b/>'])
      assert.deepEqual(inQuery(text), [['Query parameter ▸ q', 'text', text]]);
    assert.deepEqual(shown(bodyOf(post('application/json', JSON.stringify({ s: xml })))).at(-1), [
      'JSON body ▸ s ▸ user ▸ pw',
      'text',
      'x&y',
    ]);
  });

  it('reads elements that are not closed, closed twice, or cut off', () => {
    assert.deepEqual(
      shown(
        bodyOf(
          post('text/html', '<!DOCTYPE html><ul><li>one<li class=big>two</li></ul></p><p>three<br/>four'),
        ),
      ),
      [
        ['XML body ▸ #doctype', 'text', '<!DOCTYPE html>'],
        ['XML body ▸ ul', 'object', ''],
        ['XML body ▸ ul ▸ li', 'text', 'one'],
        ['XML body ▸ ul ▸ li ▸ li', 'text', 'two'],
        ['XML body ▸ ul ▸ li ▸ li ▸ @class', 'text', 'big'],
        ['XML body ▸ p', 'text', 'three'],
        ['XML body ▸ p ▸ br', 'text', ''],
        ['XML body ▸ p ▸ #text', 'text', 'four'],
      ],
    );
    for (const [body, ...last] of [
      ['\r\n <a>1</a>', 'a', '1'],
      ['<a>1</a>tail', '#text', 'tail'],
      ['<!DOCTYPE html', '#doctype', '<!DOCTYPE html'],
      ['<a><b><c>1</b></a><d>2', 'd', '2'],
      ['<a><b id="<c>2', 'a ▸ b ▸ c', '2'],
      ['<a  x="1"y = "2"', 'a ▸ @y', '2'],
      ['<a><b>x</b><b id="cut', 'a ▸ b ▸ @id', 'cut'],
      ['<a><!-- cut', 'a ▸ #comment', ' cut'],
      ['<a><![CDATA[cut', 'a', 'cut'],
      ['<a><b>1</x><c>2', 'a ▸ b ▸ c', '2'],
      ['<a><b>1</b', 'a ▸ b', '1'],
      ['<a><b>1</ b x="y"><c>2', 'a ▸ c', '2'],
      ['<a><b x=1 ! <c>2', 'a ▸ b ▸ c', '2'],
      ["<a><b id='cut", 'a ▸ b ▸ @id', 'cut'],
      ['<a><b id="cut < off <e', 'a ▸ b ▸ @id', 'cut < off <e'],
      ['<a><b id="1>x</b><c>2</c></a>', 'a ▸ c', '2'],
      ["<a><b id='1 <c>3", 'a ▸ b ▸ c', '3'],
      ['<a><input checked', 'a ▸ input ▸ @checked', ''],
      ['<!DOCTYPE a [<!ENTITY x "y">', '#doctype', '<!DOCTYPE a [<!ENTITY x "y">'],
      ['<?xml version="1.0"?><a>1<?cut', 'a', '1'],
    ] as const)
      assert.deepEqual(shown(bodyOf(post('text/xml', body))).at(-1), [
        `XML body ▸ ${last[0]}`,
        'text',
        last[1],
      ]);
  });

  it('locates an element with elements past its tag', () => {
    assert.deepEqual(
      read('<a x="1"> <b/> </a>').map(({ path, place }) => [path.join('.'), place.start, place.end]),
      [
        ['a', 9, 9],
        ['a.@x', 6, 7],
        ['a.b', 14, 14],
      ],
    );
  });

  it('reads a multipart body as one text if its boundary is too long or it has no parts', () => {
    const body = '--B\r\nContent-Disposition: form-data\r\n\r\n1\r\n--B--';
    const type = (boundary: string) => `multipart/form-data; boundary=${boundary}`;
    for (const boundary of ['B', 'B'.repeat(200)])
      assert.deepEqual(shown(bodyOf(post(type(boundary), body.replaceAll('--B', `--${boundary}`)))), [
        ['Part ▸ ', 'text', '1'],
      ]);
    const head = (length: number) => `--B\r\nX: ${'x'.repeat(length - 5)}\r\n\r\n1\r\n--B`;
    assert.deepEqual(shown(bodyOf(post(type('B'), head(16 * 1024 - 4)))), [['Part ▸ ', 'text', '1']]);
    assert.equal(bodyOf(post(type('B'), head(16 * 1024 - 3)))[0]?.part, 'body');
    for (const boundary of ['B'.repeat(201), 'C'])
      assert.deepEqual(shown(bodyOf(post(type(boundary), body))), [['Body', 'text', body]]);
  });

  it('reads an object or element that is too deep as one field', () => {
    const json = read(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`);
    assert.equal(Math.max(...json.map(({ path }) => path.length)), 32);
    const xml = read(`${'<a>'.repeat(100)}1${'</a>'.repeat(100)}<b>2</b>`);
    assert.ok(!xml.some(({ value }) => value === '1'));
    assert.equal(Math.max(...xml.map(({ path }) => path.length)), 32);
    assert.deepEqual(xml.at(-1)?.path, ['b']);
    const empty = read(`${'<a>'.repeat(40)}<e id="1"/>1${'</a>'.repeat(40)}<b>2</b>`);
    assert.deepEqual(empty.at(-1)?.path, ['b']);
    assert.ok(!empty.some(({ name }) => name === 'id'));
    const document = `{ a(x: ${'{x: '.repeat(100)}1${'}'.repeat(100)}, y: 2) }`;
    const graphql = read(post('application/graphql', document)).slice(4);
    assert.deepEqual(
      graphql.map(({ value, path }) => [value, path.length]),
      [
        ['1', 31],
        ['2', 2],
      ],
    );
  });

  it('reads four texts inside each other in a body', () => {
    const nested = (texts: number, innermost: unknown): string =>
      JSON.stringify({ a: texts === 0 ? innermost : nested(texts - 1, innermost) });
    const last = (texts: number, innermost: unknown = 1) => read(nested(texts, innermost)).at(-1);
    assert.deepEqual([last(4)?.kind, last(4)?.path.length], ['number', 5]);
    assert.deepEqual([last(5)?.kind, last(5)?.value], ['text', '{"a":1}']);
    assert.equal(last(3, 'eyJhIjoxMDB9')?.value, '100');
    assert.equal(last(4, 'eyJhIjoxMDB9')?.value, 'eyJhIjoxMDB9');
  });
});

describe('fieldPath', () => {
  it('leaves out the middle of a long path and cuts long names', () => {
    const path = Array.from('abcdefghij');
    assert.equal(english(fieldPath({ part: 'json', path })), 'JSON body ▸ a ▸ b ▸ c ▸ … ▸ g ▸ h ▸ i ▸ j');
    const longest = english(fieldPath({ part: 'json', path: path.slice(0, 8) }));
    assert.equal(longest, 'JSON body ▸ a ▸ b ▸ c ▸ d ▸ e ▸ f ▸ g ▸ h');
    assert.ok(english(fieldPath({ part: 'query', path: ['x'.repeat(1000)] })).length < 300);
  });
});

describe('fieldFinder', () => {
  it('returns the smallest value or name that contains the range', () => {
    const raw = post('application/json', '{"s":"{\\"a\\":\\"bcd\\"}","t":[1,2]}');
    const { fields } = readFields(raw);
    const at = (text: string) => {
      const start = raw.indexOf(text);
      return fields[fieldFinder(fields)({ start, end: start + text.length }) ?? -1]?.path;
    };
    assert.deepEqual(at('bc'), ['s', 'a']);
    assert.deepEqual(at('"bcd'), ['s', 'a']);
    assert.deepEqual(at('1,2'), ['t']);
    assert.deepEqual(at('2'), ['t', '1']);
    assert.deepEqual(at('checkout'), ['0']);
    assert.equal(fieldFinder(fields)({ start: 0, end: raw.length }), undefined);
  });
});

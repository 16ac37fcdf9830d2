import assert from 'node:assert/strict';
import fc from 'fast-check';
import { routeSearch } from '../../../src/detection/routeSearch.ts';
import { hostileText } from '../formats/logs.ts';

/** Source code lines that contain the route of `/api/users/42/orders`, and some that do not. */
const SOURCES: Readonly<Record<string, string>> = {
  FastAPI: '@app.get("/api/users/{user_id}/orders")',
  Flask: '@app.route("/api/users/<int:user_id>/orders")',
  Django: "path('api/users/<int:pk>/orders/', views.orders),",
  'Django with an expression': "re_path(r'^api/users/(?P<pk>[0-9]+)/orders/$', views.orders),",
  Laravel: "Route::get('/users/{user}/orders', [OrderController::class, 'index']);",
  'Laravel, optional': "Route::get('/users/{user?}/orders', fn () => 1);",
  'Go 1.22': 'mux.HandleFunc("GET /api/users/{id}/orders", orders)',
  'Go, gin': 'router.GET("/api/users/:id/orders", orders)',
  'Go, chi': 'r.Get("/api/users/{id:[0-9]+}/orders", orders)',
  Express: "app.get('/api/users/:userId/orders', list);",
  'Express with an expression': "app.get('/api/users/:userId(\\\\d+)/orders', list);",
  'a client': 'await fetch(`/api/users/\u0024{user.id}/orders`);',
  'Next.js': "pattern: '/api/users/[id]/orders'",
  Spring: '@GetMapping("/users/{id}/orders")',
};
const OTHERS = [
  'app.get("/api/users/:id/orders_archive")',
  'app.get("/api/superusers/:id/orders")',
  'app.get("/api/users/list/orders")',
  'users orders',
];

const whole = (target: string) => routeSearch(target)?.whole;

describe('routeSearch', () => {
  for (const [framework, line] of Object.entries(SOURCES)) {
    it(`finds a route with a parameter: ${framework}`, () => {
      for (const value of [
        '42',
        '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
        '5f3b2c1d9e8f7a6b5c4d3e2f',
        '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      ]) {
        const { expression } = whole(`/api/users/${value}/orders?x=1`) ?? assert.fail();
        assert.match(line, new RegExp(expression, 'i'));
      }
    });
  }

  it('finds no other route', () => {
    const { expression } = whole('/api/users/42/orders') ?? assert.fail();
    for (const line of OTHERS) assert.doesNotMatch(line, new RegExp(expression, 'i'));
  });

  for (const [target, text, last] of [
    ['/api/users/42/orders', 'users/…/orders', 'orders'],
    ['/api/users/42', 'api/users/…', 'users'],
    ['/users/42/7', 'users/…/…', 'users'],
    ['/login', 'login', 'login'],
    ['/a/b/c/d', 'c/d', 'd'],
    ['/shop//cart/./x/../y/', 'x/y', 'y'],
    ['https://shop.example/api/items/9?id=1#f', 'api/items/…', 'items'],
    ['/app;jsessionid=A1/index.php?x', 'app/index.php', 'index.php'],
    ['/caf%C3%A9/men%C3%BC', 'café/menü', 'menü'],
    ['/%zz/%E0%A4%A', '%zz/%E0%A4%A', '%E0%A4%A'],
    ['/search/%3Cscript%3E', 'search/…', 'search'],
    ['/a/line%0Abreak/b', 'a/…/b', 'b'],
    [`/x/${'a'.repeat(200)}`, 'x/…', 'x'],
  ] as const) {
    it(`searches for ${text} of ${target.slice(0, 40)}`, () => {
      const found = routeSearch(target) ?? assert.fail();
      assert.deepEqual([found.whole.text, found.last.text], [text, last]);
    });
  }

  it('has nothing to search for in a path without a name', () => {
    for (const target of ['', '/', '*', '//', '/..', '/42', '/42/7?a=b', 'https://shop.example', '/?q=a/b']) {
      assert.equal(routeSearch(target), undefined, target);
    }
  });

  it('keeps a path of many parameters short', () => {
    const found = routeSearch(`/a${'/1'.repeat(1_500)}/b${'/1'.repeat(500)}`) ?? assert.fail();
    assert.equal(found.whole.text, `b${'/…'.repeat(8)}`);
  });

  it('takes the signs of a path literally', () => {
    const { expression } = whole('/a+b(c)[d]{e}/f.g|h^i$j') ?? assert.fail();
    assert.match('"/a+b(c)[d]{e}/f.g|h^i$j"', new RegExp(expression));
    assert.doesNotMatch('"/aab(c)[d]{e}/fxg|h^i$j"', new RegExp(expression));
  });

  it('is one line and an expression that matches itself, whatever was sent', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const found = routeSearch(`/${text}`);
        if (!found) return;
        for (const { expression } of [found.whole, found.last]) {
          assert.doesNotMatch(expression, /[\r\n\0]/);
          assert.ok(expression.length < 5_000);
          new RegExp(expression, 'u');
        }
      }),
      { numRuns: 500 },
    );
  });
});

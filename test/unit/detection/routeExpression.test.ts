import assert from 'node:assert/strict';
import fc from 'fast-check';
import { routeExpression } from '../../../src/detection/routeExpression.ts';
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

const searched = (target: string) => new RegExp(routeExpression(target) ?? assert.fail(), 'i');

describe('routeExpression', () => {
  for (const [framework, line] of Object.entries(SOURCES))
    it(`finds a route with a parameter: ${framework}`, () => {
      for (const value of [
        '42',
        '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
        '5f3b2c1d9e8f7a6b5c4d3e2f',
        '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      ])
        assert.match(line, searched(`/api/users/${value}/orders?x=1`));
    });

  it('finds no other route', () => {
    for (const line of OTHERS) assert.doesNotMatch(line, searched('/api/users/42/orders'));
  });

  for (const [target, source] of [
    ['/api/users/42', 'api/users/:id'],
    ['/users/42/7', 'users/{a}/{b}'],
    ['/login', 'login'],
    ['/a/b/c/d', 'c/d'],
    ['/shop//cart/./x/../y/', 'x/y'],
    ['https://shop.example/api/items/9?id=1#f', 'api/items/[id]'],
    ['/app;jsessionid=A1/index.php?x', 'app/index.php'],
    ['/caf%C3%A9/men%C3%BC', 'café/menü'],
    ['/%zz/%E0%A4%A', '%zz/%E0%A4%A'],
    ['/search/%3Cscript%3E', 'search/:q'],
    ['/a/line%0Abreak/b', 'a/:line/b'],
    [`/x/${'a'.repeat(200)}`, 'x/:x'],
    ['/a+b(c)[d]{e}/f.g|h^i$j', 'a+b(c)[d]{e}/f.g|h^i$j'],
    [`/a${'/1'.repeat(1_500)}/b${'/1'.repeat(8)}`, `b${'/:x'.repeat(8)}`],
  ] as const)
    it(`finds ${source} of ${target.slice(0, 40)}`, () => {
      assert.equal(searched(target).exec(source)?.[0], source);
    });

  it('has nothing to search for in a path without a name', () => {
    for (const target of ['', '/', '*', '//', '/..', '/42', '/42/7?a=b', 'https://shop.example', '/?q=a/b']) {
      assert.equal(routeExpression(target), undefined, target);
    }
  });

  it('is one line and an expression that matches itself, whatever was sent', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const expression = routeExpression(`/${text}`);
        if (expression === undefined) return;
        assert.doesNotMatch(expression, /[\r\n\0]/);
        assert.ok(expression.length < 5_000);
        new RegExp(expression, 'u');
      }),
      { numRuns: 500 },
    );
  });
});

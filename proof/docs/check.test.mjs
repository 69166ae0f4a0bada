// Why: a check that passes whatever the pages say looks like one that works.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCitations } from './check-citations.mjs';
import { checkCommands } from './check-commands.mjs';
import { checkNames, readNames } from './check-names.mjs';
import { checkPages } from './check-pages.mjs';
import { parsePage } from './pages.mjs';

const block = (mark, ...lines) => ['```' + mark, ...lines, '```', ''].join('\n');
const output = (...lines) => block('txt', ...lines);
const setup = (...lines) => ['<!-- setup', ...lines, '-->', ''].join('\n');

const CLIENT = `import { createApi, defineRequest } from 'homing';
const api = createApi({
  baseUrl: 'https://api.example.com',
  requests: { getUser: defineRequest<{ name: string }>()({ method: 'GET', path: '/users/:id' }) },
});`;
const CALL = 'const { data } = await api.getUser({ id: 1 });\nconsole.log(data?.name);';
const WRONG_CALL = 'await api.getUser({});';

/** Each page is a case: its parts, and the faults that it is to have, in order. */
const CASES = {
  'a block is run against the service, and its output compared': [
    [block('ts', CLIENT, CALL), output('Ada'), block('ts', CLIENT, CALL), output('Grace')],
    [/:\d+ says what is not printed\. It is:\nAda/],
  ],
  'an ellipsis stands for anything inside a line': [
    [block('ts', "console.error('took 12 ms, 1+1')"), output('took … ms, 1+1')],
    [],
  ],
  'an ellipsis stands for no line': [[block('ts', "console.log('a\\nb')"), output('…')], [/is not printed/]],
  'a type error is told with its line of the page': [
    [setup(CLIENT), block('ts', 'await api.getUser({ id: 1 });', 'await api.getUser();')],
    [/:11 Expected 1-2 arguments/],
  ],
  'an error in a set-up is told with its line of the page': [
    [setup('', 'nowhere;'), block('ts', '')],
    [/:3 /],
  ],
  'an import may stand in the set-up and in the block': [
    [
      setup(CLIENT),
      block(
        'ts run',
        "import { createApi, type Result } from 'homing';",
        'export type R = Result<number>;',
        CALL,
      ),
    ],
    [],
  ],
  'a block continues the one before, whose output is not its own': [
    [
      block('ts', CLIENT, CALL),
      output('Ada'),
      block('ts continue', 'console.log(data?.name.length);'),
      output('3'),
    ],
    [],
  ],
  'a block that must not compile has the errors that it names': [
    [setup(CLIENT), block('ts error', WRONG_CALL, "// Error: Property 'id' is missing")],
    [],
  ],
  'a block that must not compile has no other error': [
    [setup(CLIENT), block('ts error', WRONG_CALL, '// Error: something else')],
    [/should be an error that says "something else"/, /has another error, in line 10: /],
  ],
  'a block that must not compile says why': [[block('ts error', 'nowhere;')], [/says nothing of why/]],
  'a block that must not compile does not': [
    [block('ts error', '// Error: never')],
    [/should be an error that says "never"/],
  ],
  'a block that throws is a fault': [[block('ts run', "throw new Error('broken')")], [/broken/]],
  'a request to anywhere else fails': [
    [block('ts run', "await fetch('https://example.org')")],
    [/fetch failed/],
  ],
  'JavaScript is checked as far as its types are known': [
    [
      block('js', 'export const double = (n) => n * 2;'),
      block('js', "import { createApy } from 'homing'; createApy();"),
    ],
    [/createApy/],
  ],
  'what is not checked needs a reason': [[block('js no-check', 'nowhere')], [/says no reason/]],
  'what has a reason is not checked': [
    ['<!-- not checked: a config -->', block('js no-check', 'nowhere')],
    [],
  ],
  'an unknown mark is a fault': [[block('ts contineu', '')], [/unknown mark "contineu"/]],
  'the first block continues none': [[block('ts continue', '')], [/is the first of its page/]],
  'a set-up needs its block': [[setup('1'), 'Some prose.'], [/no block follows it/]],
  'links go to files and headings that are there': [
    ['# `poll` & co', '[x](#poll--co) [x](LICENSE) [x](docs/) [x](https://example.org/nowhere)'],
    [],
  ],
  'links go nowhere else': [
    ['# A', '[x](#b) [x](docs/nowhere.md) [x](/docs/)'],
    [/no such heading/, /there is no docs\/nowhere\.md/, /relative to the page/],
  ],
};

// All in one go: the compiler takes its time to begin.
const names = Object.keys(CASES);
const fileOf = (name) => `case-${names.indexOf(name) + 1}.md`;
const { faults, optedOut } = await checkPages(
  names.map((name) => parsePage(fileOf(name), CASES[name][0].join('\n'))),
);

for (const [name, [, wanted]] of Object.entries(CASES)) {
  test(name, () => {
    const found = faults.filter((fault) => fault.startsWith(`${fileOf(name)}:`));
    assert.equal(found.length, wanted.length, found.join('\n'));
    for (const [at, pattern] of wanted.entries()) assert.match(found[at], pattern);
  });
}

test('what is not checked is told with its reason', () => {
  assert.equal(optedOut.find(({ reason }) => reason)?.reason, 'a config');
});

const cite = (file, text) =>
  checkCitations(
    [{ file, text }],
    parsePage('docs/reference/rules.md', '## Queries\n\n### Sharing a poll\n'),
  );

test('a rule is cited by a heading that is there', () => {
  assert.deepEqual(cite('lib/a.ts', '/** docs/reference/rules.md#queries */'), []);
  assert.deepEqual(cite('spec/a.spec.ts', "it('rests (trap 3, rules.md#sharing-a-poll)')"), []);
  assert.match(
    cite('lib/a.ts', '\n/** docs/reference/rules.md#nowhere */')[0],
    /^lib\/a\.ts:2 .*no such heading/,
  );
});

test('a rule is cited in one form', () => {
  for (const text of ['rules#queries', 'reference/rules.md#queries'])
    assert.match(cite('spec/a.spec.ts', text)[0], /write rules\.md#queries/);
  assert.match(cite('lib/a.ts', 'rules.md#queries')[0], /write docs\/reference\/rules\.md#queries/);
});

test('no rule is cited by a number of a document that is not here', () => {
  const texts = [
    'specification 4.2',
    'the specification, section 2.1',
    'contract 5',
    'behaviour.md',
    "it('rests (7.1)')",
  ];
  for (const text of texts) assert.match(cite('docs/a.md', text)[0], /cite a heading of/);
  assert.deepEqual(cite('spec/a.spec.ts', "it('rests (trap 17: RFC 9110, 10.2.3)')"), []);
});

test('a command names a script of package.json, wherever the page says it', () => {
  const page = [
    '`npm run build`, and `npm run biuld`',
    block('sh', 'npm ci', 'npm run -s test:unti -- --ci'),
    '| `npm run nowhere` |',
    '|---|',
    '<!-- not checked: npm run nobody -->',
  ];
  const { count, faults } = checkCommands(parsePage('a.md', page.join('\n')), new Set(['build']));
  assert.equal(count, 5);
  const wanted = [
    /^a\.md:1 says npm run biuld:/,
    /^a\.md:4 .*test:unti:/,
    /^a\.md:7 .*nowhere/,
    /^a\.md:9 .*nobody/,
  ];
  assert.equal(faults.length, wanted.length, faults.join('\n'));
  for (const [at, pattern] of wanted.entries()) assert.match(faults[at], pattern);
});

test('a path that is not there is found, and on the pages on the code a name too', () => {
  const text = 'class CallPlan {}\nconst made = plan.takeOver();';
  const names = readNames(['lib/core/plan.ts', 'proof/a/package.json'], [{ file: 'lib/core/plan.ts', text }]);
  const page = [
    'See `lib/core/plan.ts`, `lib/core/`, `proof/a`, `lib/parts/NAME/`, `docs/api/` and `users.ts`,',
    'not `lib/core/call.ts` nor `lib/rooms/`; `CallPlan` and `takeOver()` are there, `CallRun` is gone.',
    '',
    block('', 'CallPlan, CallStory'),
    block('ts', 'class MyOwn {}'),
  ];
  const faultsOf = (file) => checkNames(parsePage(file, page.join('\n')), names);
  const paths = [/^docs\/guide\/a\.md:2 names lib\/core\/call\.ts: there is no/, /:2 names lib\/rooms\/:/];
  const [inGuide, onCode] = [faultsOf('docs/guide/a.md'), faultsOf('docs/architecture.md')];
  assert.equal(inGuide.length, 2, inGuide.join('\n'));
  for (const [at, pattern] of paths.entries()) assert.match(inGuide[at], pattern);
  assert.equal(onCode.length, 5, onCode.join('\n'));
  for (const name of ['users.ts', 'CallRun', 'CallStory'])
    assert.ok(
      onCode.some((fault) => fault.includes(` names ${name}: `)),
      onCode.join('\n'),
    );
  assert.deepEqual(faultsOf('CHANGELOG.md'), []);
});

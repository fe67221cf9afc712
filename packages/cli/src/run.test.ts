import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BINDING, ROLE, runArguments, SCENARIO_TEXT, VECTOR } from './testing.ts'

const ASKING = ['--user', 'deputy', '--request', 'GET /api/v1/namespaces/prod/pods', '--as', 'jane']
const FILES = {
  'rbac/b.yml': BINDING,
  'rbac/a.yaml': ROLE,
  'rbac/notes.md': '# no policy',
  'scenario.yaml': SCENARIO_TEXT,
}

const codesOf = (json: string): readonly number[] =>
  (JSON.parse(json) as { answers: { code: number }[] }).answers.map(({ code }) => code)

describe('run', () => {
  it('prints the answer, and each check with its decision, its reason and the lines that decided', async () => {
    const { status, out, err } = await runArguments(['run', 'scenario.yaml'], FILES)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toBe(`The deputy lists pods

GET /api/v1/namespaces/prod/pods
200: deputy may list pods in namespace prod as jane.
Impersonation was allowed by impersonate:user-info after 2 checks. It is allowed by the rule in scenario.yaml:14 of ClusterRole as-jane, bound by ClusterRoleBinding as-jane in scenario.yaml:16.

1. May deputy use impersonate-on:user-info:list on pods in namespace prod?
   Allow: RBAC: allowed by ClusterRoleBinding "as-jane" of ClusterRole "as-jane" to User "deputy"
   scenario.yaml:14 rule 2 of ClusterRole as-jane
   scenario.yaml:16 ClusterRoleBinding as-jane

2. May deputy use impersonate:user-info on users.authentication.k8s.io named jane cluster-wide?
   Allow: RBAC: allowed by ClusterRoleBinding "as-jane" of ClusterRole "as-jane" to User "deputy"
   scenario.yaml:13 rule 1 of ClusterRole as-jane
   scenario.yaml:16 ClusterRoleBinding as-jane

3. May jane list pods in namespace prod?
   Allow: RBAC: allowed by ClusterRoleBinding "as-jane" of ClusterRole "as-jane" to User "jane"
   scenario.yaml:14 rule 2 of ClusterRole as-jane
   scenario.yaml:16 ClusterRoleBinding as-jane
`)
  })

  it('names the rule that lets somebody in by the legacy verb, which opens all that the target may do', async () => {
    const legacy = SCENARIO_TEXT.replace('[authentication.k8s.io]', '[""]').replace(
      '["impersonate:user-info"]',
      '[impersonate]',
    )
    const { out } = await runArguments(['run', 'scenario.yaml'], { ...FILES, 'scenario.yaml': legacy })
    expect(out).toContain(
      'Impersonation was allowed by the legacy verb impersonate after 3 checks, by the rule in scenario.yaml:13 of ClusterRole as-jane, bound by ClusterRoleBinding as-jane in scenario.yaml:16. It is allowed',
    )
  })

  it('colours for a terminal, and says the same', async () => {
    const plain = await runArguments(['run', 'scenario.yaml'], FILES)
    const colored = await runArguments(['run', 'scenario.yaml'], FILES, { colored: true })
    expect(colored.out).not.toBe(plain.out)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences begin with one
    expect(colored.out.replace(/\u001b\[\d+m/g, '')).toBe(plain.out)
  })

  it('accepts the same scenario as flags, and names lines of the policy files', async () => {
    const { out } = await runArguments(['run', '--policy', 'rbac/', ...ASKING], FILES)
    expect(out).toContain('It is allowed by the rule in rbac/a.yaml:6 of ClusterRole as-jane')
    expect(out).toContain('rbac/b.yml:1 ClusterRoleBinding as-jane')
    const list = await runArguments(['run', '--policy', 'rbac/a.yaml,rbac/b.yml', ...ASKING], FILES)
    const many = await runArguments(['run', '--policy=rbac/a.yaml', '--policy=rbac/b.yml', ...ASKING], FILES)
    expect([list.out, many.out]).toEqual([out, out])
  })

  it('accepts a kubectl command after --, with its own impersonation flags', async () => {
    const args = ['run', '--policy', 'rbac', '--user', 'deputy', '-o', 'json', '--']
    const kubectl = ['kubectl', 'get', 'pods', '-n', 'prod', '--as=jane']
    const { status, out } = await runArguments([...args, ...kubectl], FILES)
    expect([status, codesOf(out)]).toEqual([0, [200]])
    const quoted = await runArguments([...args, 'kubectl', 'get', 'pods', '-l', 'a in (b, c)'], FILES)
    expect(quoted.out).toContain('"labelSelector": [\n            "a in (b,c)"')
  })

  it('sends what the flags say: user, headers, and a body', async () => {
    const words = [
      ...[
        '--user',
        'deputy',
        '--group',
        'ops',
        '--group',
        'devs',
        '--uid',
        'u-1',
        '--extra',
        'k=a=b',
        '--extra',
        'k=c',
      ],
      ...['--as', 'jane', '--as-group', 'g', '--as-uid', 'u-2', '--as-user-extra', 'example.org/k=v'],
      ...['-H', 'User-Agent: me', '--body', 'b.json', '--request', 'POST /api/v1/namespaces/prod/pods'],
    ]
    const { out, err } = await runArguments(['run', '--policy', 'rbac', '-o', 'json', ...words], {
      ...FILES,
      'b.json': '{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "x"}}',
    })
    expect(err).toBe('')
    const { answers } = JSON.parse(out)
    expect(answers[0].checks[0].user).toEqual({
      username: 'deputy',
      uid: 'u-1',
      groups: ['ops', 'devs'],
      extra: { k: ['a=b', 'c'] },
    })
    expect(answers[0].message).toContain('impersonat')
  })

  it('prints answers as a vectors file has them, in JSON and in YAML', async () => {
    const { out } = await runArguments(['run', 'scenario.yaml', '-o', 'json'], FILES)
    expect(JSON.parse(out)).toMatchObject({
      scenario: 'scenario.yaml',
      design: 'constrained',
      answers: [
        {
          checks: [{ phase: 'impersonation', verb: 'impersonate-on:user-info:list', decision: 'Allow' }, {}, {}],
          impersonatedUser: { username: 'jane', groups: ['system:authenticated'] },
          constraint: 'impersonate:user-info',
          code: 200,
        },
      ],
    })
    const yaml = await runArguments(['run', 'scenario.yaml', '-o', 'yaml'], FILES)
    expect(yaml.out).toContain('constraint: "impersonate:user-info"'.replaceAll('"', ''))
  })

  it('prints Markdown with the chart', async () => {
    const { out } = await runArguments(['run', 'scenario.yaml', '-o', 'markdown'], FILES)
    expect(out).toMatch(/^## The deputy lists pods\n\n\*\*200: /)
    expect(out).toContain('| scenario.yaml:14<br>')
    expect(out).toContain('```mermaid\n')
  })

  it('says of a refusal which rule comes closest, in every form', async () => {
    const words = ['--policy', 'rbac', '--user', 'deputy', '--request', 'DELETE /api/v1/namespaces/prod/pods/web']
    const { out } = await runArguments(['run', ...words, '--as', 'jane'], FILES)
    expect(out).toContain(
      '\nnearly: rbac/a.yaml:6 comes closest: all but the verb. It grants impersonate-on:user-info:list and list; the check asks for impersonate-on:user-info:delete. It is bound cluster-wide, to deputy.\n',
    )
    const markdown = await runArguments(['run', ...words, '--as', 'jane', '-o', 'markdown'], FILES)
    expect(markdown.out).toContain('\n\nNearly: rbac/a.yaml:6 comes closest: all but the verb. ')
    const json = await runArguments(['run', ...words, '--as', 'jane', '-o', 'json'], FILES)
    expect(JSON.parse(json.out).answers[0].near[0]).toEqual({
      check: 1,
      line: 6,
      of: 'policy',
      at: 'rbac/a.yaml:6',
      role: 'ClusterRole as-jane',
      binding: 'ClusterRoleBinding as-jane',
      subject: 'User deputy',
      misses: [
        {
          dimension: 'verb',
          has: ['impersonate-on:user-info:list', 'list'],
          asked: 'impersonate-on:user-info:delete',
          line: 6,
          of: 'policy',
          at: 'rbac/a.yaml:6',
        },
      ],
    })
  })

  it('says what refuses where no rule does', async () => {
    const words = ['--policy', 'rbac', '--user', 'deputy', '--request', 'GET /api/v1/pods', '--as-group', 'ops']
    const { out } = await runArguments(['run', ...words], FILES)
    expect(out).toContain('\nNo rule changes this: the API server refuses the headers before it asks an authorizer. ')
    const json = await runArguments(['run', ...words, '-o', 'json'], FILES)
    expect(JSON.parse(json.out).answers[0]).toMatchObject({
      near: [],
      otherwise: expect.stringMatching(/^No rule changes this: /),
    })
  })

  it('answers vectors a line each, compressed or not, whether they come with answers or not', async () => {
    const { expect: _, ...unanswered } = VECTOR
    const text = `${JSON.stringify(VECTOR)}\n\n${JSON.stringify({ ...unanswered, id: 'second' })}\n`
    const { out } = await runArguments(['run', 'v.ndjson.gz', '-o', 'json'], { 'v.ndjson.gz': gzipSync(text) })
    const lines = out.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).scenario)).toEqual(['v.ndjson.gz:1: healthz', 'v.ndjson.gz:3: second'])
    expect(lines.flatMap(codesOf)).toEqual([200, 200])
    // The text determines the format, not the name of the file.
    expect((await runArguments(['run', '-', '-o', 'json'], {}, { stdin: text })).out).toContain('stdin:1: healthz')
  })

  it('answers every request of several, one after the other on one server', async () => {
    const several = SCENARIO_TEXT.replace(
      /request:\n {2}http: \|\n {4}(.*)\n {4}(.*)\n/,
      'requests:\n- http: "$1\\n$2"\n- http: "$1\\n$2"\n  after: 9\n- http: "$1\\n$2"\n  after: 20\n',
    )
    const { out } = await runArguments(['run', 'several.yaml', '-o', 'json'], { 'several.yaml': several })
    const checks = (JSON.parse(out).answers as { checks: unknown[] }[]).map((one) => one.checks.length)
    expect(checks).toEqual([3, 1, 3])
    expect((await runArguments(['run', 's.yaml'], { 's.yaml': several })).out).toContain('Request 2: GET /api')
  })

  it('decides as flags set the cluster, over what the file says', async () => {
    const code = async (...flags: string[]) => {
      const { out, err } = await runArguments(['run', 'scenario.yaml', '-o', 'json', ...flags], FILES)
      return err === '' ? codesOf(out)[0] : err
    }
    expect(await code('--design', 'legacy')).toBe(403)
    expect(await code('--feature-gates', 'ConstrainedImpersonation=false')).toBe(403)
    expect(await code('--kubernetes-version', 'v1.33.2')).toBe(403)
    expect(await code('--authorization-mode', 'Node,RBAC', '--default-roles')).toBe(200)
    expect(await code('--design', 'proposal', '--assume', 'nothing=here')).toContain('has no assumption “nothing”')
  })

  it('shows conditions as CEL, and their results', async () => {
    const { out } = await runArguments(['run', 'scenario.yaml', '--design', 'compiled'], FILES)
    expect(out).toContain('Conditional, then Allow')
    expect(out).toMatch(/Allow, only if \(scenario\.yaml:\d+.*\):\n {5}.*impersonat/)
    expect(out).toContain('came to true')
  })

  it('ends with 2 and prints no answer while anything is not understood, at its place in the file', async () => {
    const broken = SCENARIO_TEXT.replace('resourceNames: [jane]', 'resourcNames: [jane]')
    const { status, out, err } = await runArguments(['run', 'x.yaml', 'scenario.yaml', '-o', 'json'], {
      ...FILES,
      'x.yaml': broken,
    })
    expect(status).toBe(2)
    expect(out.trimEnd().split('\n')).toHaveLength(1)
    expect(err).toMatch(/^x\.yaml:13:96: error: .*resourcNames/)
    const inWords = await runArguments(['run', '--policy', 'rbac', ...ASKING], {
      ...FILES,
      'rbac/c.yaml': '# first\nkind: Role\n',
    })
    expect(inWords.err).toMatch(/^rbac\/c\.yaml:2:\d+: error: /)
    expect(inWords.status).toBe(2)
  })

  it('warns of probable mistakes', async () => {
    const { status, err } = await runArguments(['run', '--policy', 'rbac', ...ASKING], {
      ...FILES,
      'rbac/c.yaml': BINDING.replaceAll('name: as-jane', 'name: more'),
    })
    expect(status).toBe(0)
    expect(err).toMatch(/^rbac\/c\.yaml:4:\d+: warning: .*more/)
  })

  it('shows control characters from input by their number', async () => {
    const { out } = await runArguments(['run', '--user', '\u001b[2Jeve', '--request', 'GET /healthz'])
    expect(out).toContain('\\u001b[2Jeve may not get the path /healthz')
  })
})

describe('an unclear command line', () => {
  const GET = ['--request', 'GET /healthz']
  it.each([
    ['an unknown flag', ['--usr', 'x'], 'run --usr: error: There is no such flag. Did you mean --user?'],
    ['a flag without its value', ['--user'], 'run --user: error: This flag needs a value. Write --user NAME.'],
    ['a flag for a value', ['--user', '--as', 'jane'], 'or --user=--as if that is the value.'],
    ['a flag twice', ['--user', 'a', '--user', 'b'], 'run --user: error: This flag is given twice.'],
    ['no requestor', GET, 'run --user: error: The request has no requestor.'],
    ['no request', ['--user', 'a'], 'run --request: error: There is no request.'],
    ['no request line', ['--user', 'a', '--request', 'hello'], 'run --request:1:1: error: '],
    [
      'a resource that is none',
      ['--user', 'a', '--', 'kubectl', 'get', 'podz'],
      'command:1:13: error: The playground does not know the resource "podz". Write: pods\n',
    ],
    [
      'two requests',
      ['--user', 'a', ...GET, '--', 'kubectl', 'get', 'pods'],
      'run --request: error: A command after --',
    ],
    [
      '--as before --',
      ['--user', 'a', '--as', 'b', '--', 'kubectl', 'get', 'po'],
      'Write --as among the flags after --.',
    ],
    ['another program', ['--user', 'a', '--', 'helm', 'ls'], '“helm” follows --'],
    [
      'kubectl as a file',
      ['kubectl', 'get', 'pods'],
      'kubectl: error: There is no such file or folder. Write -- before',
    ],
    [
      'an extra without a value',
      ['--user', 'a', ...GET, '--extra', 'k'],
      '“k” is not a key and a value. Write --extra key=value.',
    ],
    ['a header without a name', ['--user', 'a', ...GET, '-H', 'x'], '“x” is not a header.'],
    [
      'a file and words',
      ['s.yaml', '--user', 'a'],
      's.yaml: error: The flags describe a scenario, and the file contains another one.',
    ],
    ['no file', [], 'run: error: No file is named.'],
    [
      'an unknown design',
      ['--design', 'legcy'],
      'run --design: error: “legcy” is not a supported design. Did you mean “legacy”?',
    ],
    ['an unknown form', ['-o', 'yml'], '“yml” is not an output format.'],
    ['an unsupported version', ['--kubernetes-version', '1.9'], '“1.9” is not a supported version.'],
    [
      'an authorizer that is not played',
      ['--authorization-mode', 'RBAC,ABAC'],
      '“ABAC” is not a supported authorizer.',
    ],
    ['another gate', ['--feature-gates', 'Foo=true'], '“Foo” is not a supported feature gate.'],
    [
      'a gate that the version does not have',
      ['--kubernetes-version', '1.34', '--feature-gates', 'ConstrainedImpersonation=true'],
      'Kubernetes 1.34 has no feature gate ConstrainedImpersonation, and its kube-apiserver does not start with one. Leave it out, or choose a version from 1.35 on.',
    ],
    [
      'a gate without a value',
      ['--feature-gates', 'ConstrainedImpersonation'],
      '“” is not a supported value of ConstrainedImpersonation.',
    ],
    ['an assumption without an option', ['--assume', 'x'], '“x” is not a choice.'],
    [
      'objects that no authorizer reads',
      ['--user', 'a', ...GET, '--objects', 'a.yaml'],
      'Write --authorization-mode Node,RBAC.',
    ],
    [
      'a table that no authorizer uses',
      ['--user', 'a', ...GET, '--webhook', 'a.yaml'],
      'Write --authorization-mode Webhook,RBAC.',
    ],
    [
      'a schema that the design does not read',
      ['--user', 'a', ...GET, '--schema', 'a.yaml'],
      'Write --design fine-grained',
    ],
    ['a missing file', ['--user', 'a', ...GET, '--policy', 'none.yaml'], 'none.yaml: error: There is no such file'],
    ['a folder of nothing', ['--user', 'a', ...GET, '--policy', 'docs'], 'docs: error: This folder holds no .yaml'],
    ['standard input twice', ['-', '-'], '-: error: Standard input can be read once.'],
    ['a value that is not true or false', ['--default-roles=perhaps'], '“perhaps” is neither.'],
  ])('is refused with a fix: %s', async (_, args, said) => {
    const files = { 'a.yaml': 'kind: List', 's.yaml': SCENARIO_TEXT, 'docs/a.md': '' }
    const { status, out, err } = await runArguments(['run', ...args], files, { stdin: SCENARIO_TEXT })
    expect(err).toContain(said)
    expect(status).toBe(2)
    if (args[0] !== '-') expect(out).toBe('')
  })
})

describe('a file that is not text', () => {
  const errorOf = async (bytes: Uint8Array) => (await runArguments(['run', 'f'], { f: bytes })).err

  it('is named with its line, or with how it is written', async () => {
    expect(await errorOf(Uint8Array.of(0x61, 0x0a, 0xff, 0x0a))).toBe(
      'f:2: error: This is not UTF-8 text. Save it as UTF-8.\n',
    )
    expect(await errorOf(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toContain('This is UTF-16')
    expect(await errorOf(gzipSync('version: 1').subarray(0, 12))).toContain('compressed with gzip and damaged')
  })
})

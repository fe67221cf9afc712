import { describe, expect, it } from 'vitest'
import { runArguments, SCENARIO_TEXT, VECTOR } from './testing.ts'

const HOLDS = `${SCENARIO_TEXT}expect:
- {code: 200, constraint: "impersonate:user-info"}
- {design: legacy, code: 403}
`
const DIFFERS = `${SCENARIO_TEXT}expect:
- {code: 200}
- design: legacy
  code: 200
  checks: [Allow impersonate users]
`
const FILES = {
  'holds.yaml': HOLDS,
  'differs.yaml': DIFFERS,
  'silent.yaml': SCENARIO_TEXT,
  'broken.yaml': HOLDS.replace('kind: ClusterRole\n', 'kind: ClusterRole\n  rulez: []\n'),
  'v.ndjson': `${JSON.stringify(VECTOR)}\n${JSON.stringify({ ...VECTOR, id: 'no', expect: [{ checks: [], code: 403 }] })}\n`,
  'all.ndjson': JSON.stringify(VECTOR),
}

const check = (...args: string[]) => runArguments(['check', ...args], FILES)

describe('check', () => {
  it('ends with 0 where everything is as expected', async () => {
    expect(await check('holds.yaml', 'all.ndjson')).toMatchObject({
      status: 0,
      out: '3 of 3 expectations hold\n',
      err: '',
    })
  })

  it('prints what differs, and ends with 1', async () => {
    expect(await check('differs.yaml')).toMatchObject({
      status: 1,
      err: '',
      out: `not as expected: differs.yaml:23:3 legacy
  code
    expected 200
    found    403
  checks[0]
    expected "Allow impersonate users"
    found    "NoOpinion impersonate users"
1 of 2 expectations hold
`,
    })
    expect(await check('v.ndjson')).toMatchObject({
      status: 1,
      out: 'not as expected: v.ndjson:2 no\n  code\n    expected 403\n    found    200\n1 of 2 expectations hold\n',
    })
  })

  it('ends with 2 where anything is not understood, and compares the rest', async () => {
    const { status, out, err } = await check('broken.yaml', 'differs.yaml', 'none.yaml')
    expect(status).toBe(2)
    expect(err).toMatch(/broken\.yaml:11:3: error: .*rulez/)
    expect(err).toContain('none.yaml: error: There is no such file or folder.')
    expect(out).toContain('1 of 2 expectations hold, 3 could not be compared\n')
  })

  it.each([
    ['without expectations', SCENARIO_TEXT, 'This document expects nothing'],
    [
      'with one that says nothing',
      `${SCENARIO_TEXT}expect: [{design: legacy}]\n`,
      'f:21:10: error: This expectation says nothing',
    ],
    [
      'without requests',
      JSON.stringify({ ...VECTOR, requests: [], expect: [] }),
      'f:1: error: This scenario has no requests.',
    ],
    ['for a design that there is not', JSON.stringify({ ...VECTOR, design: 'x' }), 'it needs the design x.'],
    [
      'that are vectors without answers',
      JSON.stringify({ ...VECTOR, expect: null }),
      'f:1: error: expect: a list of answers',
    ],
    ['of nothing', '', 'f:1:1: error: The text is empty'],
  ])('does not pass a file %s', async (_, f, said) => {
    const { status, err } = await runArguments(['check', 'f'], { f })
    expect(err).toContain(said)
    expect(status).toBe(2)
  })

  it('prints TAP', async () => {
    expect((await check('-o', 'tap', 'differs.yaml', 'silent.yaml')).out).toBe(`TAP version 14
1..3
ok 1 - differs.yaml:22:3 constrained
not ok 2 - differs.yaml:23:3 legacy
  ---
  message: |
    code
      expected 200
      found    403
    checks[0]
      expected "Allow impersonate users"
      found    "NoOpinion impersonate users"
  ...
not ok 3 - silent.yaml
  ---
  message: |
    silent.yaml: This document expects nothing, so nothing can be compared. Write expect: with the code, or the checks; or goals: with sentences.
  ...
`)
  })

  it('prints JUnit', async () => {
    const { out } = await check('-o', 'junit', 'differs.yaml', 'silent.yaml')
    expect(out).toContain('<testsuites name="authz-playground" tests="3" failures="1" errors="1">')
    expect(out).toContain('<testcase classname="differs.yaml" name="differs.yaml:22:3 constrained"/>')
    expect(out).toContain('<failure message="code, checks[0] not as expected">code\n  expected 200')
    expect(out).toContain('&quot;Allow impersonate users&quot;')
    expect(out).toContain('<error message="This document expects nothing')
  })

  it('keeps what hostile names hold out of the forms', async () => {
    const name = 'a\u0000b <&> # \\ \ud800.yaml'
    const { out: xml } = await runArguments(['check', '-o', 'junit', name], { [name]: HOLDS })
    expect(xml).toContain('a\\u0000b &lt;&amp;&gt; # \\ \ufffd.yaml')
    const { out: tap } = await runArguments(['check', '-o', 'tap', name], { [name]: HOLDS })
    expect(tap).toContain('ok 1 - a\\\\u0000b <&> \\# \\\\ ')
  })
})

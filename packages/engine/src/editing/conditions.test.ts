import { expect, test } from 'vitest'
import { CEL } from '../cel/index.ts'
import { readPolicy } from '../policy/index.ts'
import { type Completion, completeAt, hoverAt } from './index.ts'

const HEAD = `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata:
  name: example
`

/** A rule with one entry; `^` is in its condition, in one of YAML's styles. */
function rule(condition: string): string {
  return `${HEAD}rule:\n  entries:\n  - effect: Allow\n    condition: ${condition}\n`
}

function split(marked: string): readonly [text: string, cursor: number] {
  const cursor = marked.indexOf('^')
  return [marked.slice(0, cursor) + marked.slice(cursor + 1), cursor]
}

function at(marked: string): readonly Completion[] {
  const [text, cursor] = split(marked)
  return completeAt(text, cursor, readPolicy(text))
}

const labels = (marked: string): readonly string[] => at(marked).map(({ label }) => label)

function taken(marked: string, label: string): string {
  const [text] = split(marked)
  const completion = at(marked).find((one) => one.label === label)
  if (completion === undefined) throw new Error(`“${label}” is not offered, but ${labels(marked).join(', ')}`)
  const { replace, insert, snippet } = completion
  // Replaces stops by their words, and escaped characters of a snippet by themselves.
  const written = snippet ? insert.replace(/\$\{\d+:([^}]*)\}|\$\d/g, '$1').replace(/\\([\\$}])/g, '$1') : insert
  return text.slice(0, replace.start) + written + text.slice(replace.end)
}

function hover(marked: string): string | undefined {
  const [text, cursor] = split(marked)
  return hoverAt(readPolicy(text), cursor)
    ?.paragraphs.map((prose) =>
      prose.map((piece) => (typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.link)).join(''),
    )
    .join('\n')
}

test('an access rule has its own fields', () => {
  expect(labels(`${HEAD}^`)).toEqual(['rule'])
  expect(labels(`${HEAD}rule:\n  ^`)).toEqual(['filterExpression', 'entries'])
  expect(labels(`${HEAD}rule:\n  entries:\n  - ^`)).toEqual(['effect', 'condition', 'description'])
  expect(labels(`${HEAD}rule:\n  entries:\n  - effect: ^`)).toEqual(['Allow', 'Deny', 'NoOpinion'])
  expect(labels('kind: ClusterAccessRule\nmetadata:\n  na^')).not.toContain('namespace')
})

test('kind and version go together, whichever is written first', () => {
  expect(labels('apiVersion: authorization.k8s.io/v1alpha0\nkind: ^')).toEqual(['ClusterAccessRule'])
  expect(labels('apiVersion: rbac.authorization.k8s.io/v1\nkind: ^')).not.toContain('ClusterAccessRule')
  expect(labels('kind: ^')).toContain('ClusterAccessRule')
  expect(labels('kind: ClusterAccessRule\napiVersion: ^')).toEqual(['authorization.k8s.io/v1alpha0'])
})

test('a condition begins as a block, for CEL is full of quotes', () => {
  expect(taken(`${HEAD}rule:\n  entries:\n  - effect: Allow\n    c^`, 'condition')).toContain(
    '    condition: >-\n      ',
  )
})

test.each([
  ['a plain scalar', (cel: string) => cel],
  ['double quotes', (cel: string) => `"true && ${cel}"`],
  ['single quotes', (cel: string) => `'true && ${cel}'`],
  ['a folded block', (cel: string) => `>-\n      true &&\n      ${cel}`],
  ['a literal block', (cel: string) => `|\n      true &&\n      ${cel}`],
])('names of conditions are offered in %s', (_, written) => {
  expect(labels(rule(written('prin^')))).toEqual(expect.arrayContaining(['principal', 'request', 'has']))
  expect(labels(rule(written('principal.^')))).toEqual(['username', 'uid', 'groups', 'extra'])
  expect(labels(rule(written('context.^')))).toEqual(['requestAttr', 'requestAttrs', 'impersonatedPrincipal'])
  expect(taken(rule(written('principal.us^ername == action')), 'uid')).toBe(rule(written('principal.uid == action')))
})

test('what is offered is what conditions may say', () => {
  const mistakes = (text: string): readonly string[] => {
    const read = CEL.read(readPolicy(text).accessRules[0]?.entries[0]?.condition.text ?? '')
    // Few of these are true or false for themselves.
    return 'problems' in read ? read.problems.map(({ code }) => code).filter((code) => code !== 'cel-not-boolean') : []
  }
  const places = ['', 'request.', 'principal.', 'resource.', 'context.requestAttr.', 'request.impersonation.target.']
  for (const place of [...places, 'action.', 'principal.groups.']) {
    const marked = rule(`"${place}^"`)
    // The only name that has no meaning without another one after it.
    const offered = labels(marked).filter((label) => label !== 'context')
    expect(offered.length).toBeGreaterThan(1)
    for (const label of offered) expect([label, mistakes(taken(marked, label))]).toEqual([label, []])
  }
})

test('nothing is offered inside of texts, after unknown names, and outside of expressions', () => {
  expect(labels(rule('>-\n      action == "im^'))).toEqual([])
  expect(labels(rule('\'action == "im^"\''))).toEqual([])
  expect(labels(rule('nobody.^'))).toEqual([])
  expect(labels(rule('principal.extra["a"].^'))).toEqual([])
  expect(labels(`${HEAD}rule:\n  entries:\n  - effect: Allow\n    description: prin^`)).toEqual([])
})

test('a name in a condition is explained, with what it stands for and when it is known', () => {
  expect(hover(rule('>-\n      principal.user^name == "a"'))).toMatch(
    /^principal\.username: Stands for request\.user\.username\. The name of the requesting user\. Known when the check is made/,
  )
  expect(hover(rule('"imperson^atedUser.username == \\"a\\""'))).toMatch(/^impersonatedUser: Who is to be impersonated/)
  expect(hover(rule('"h^as(resource.uid)"'))).toMatch(/^has: Whether a field is there/)
  expect(hover(rule('>-\n      action == "princi^pal"'))).toMatch(/^condition: CEL/)
})

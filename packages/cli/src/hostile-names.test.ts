import { hiddenCharacter, visible } from '@authz-playground/engine/internal/text'
import { readJsonTexts, yamlOf } from '@authz-playground/engine/internal/yaml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runArguments } from './testing.ts'

const HIDDEN = [
  '\u00ad \u034f \u061c \u115f \u17b4 \u180e \u200b \u200d \u200e \u202e \u2060 \u2066 \u2800 \u3164 \ufe0f \ufeff \uffa0'.split(
    ' ',
  ),
  ['\u{e0001}', '\u{e0041}', '\u{1d173}', '\u00a0', '\u2003', '\u3000', '\u2028', '\u0085', '\u001b', '\u009b'],
].flat()

/** Names that are made to look like others, to turn the text around them, or to be read as markup or shell. */
const NAME = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('jane', 'admin', 'dev', 'ab', '\u0430', '\u03bf', '\u05d0\u05d1', '😀') },
      { weight: 3, arbitrary: fc.constantFrom(...HIDDEN) },
      { weight: 2, arbitrary: fc.constantFrom(...`'"\`$(){}<>|&;\\!*#@[]-.:,=%~?`, 'www.', 'EOF', '$(id)') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => `j${parts.join('')}`.replace(/\p{Surrogate}|[\0\n]|[/%]/gu, ''))

const GROUP = 'rbac.authorization.k8s.io'

const NOT_IN_YAML = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g
const numbered = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A policy with this name in every place. */
function policyWith(name: string): string {
  const objects = [
    {
      apiVersion: `${GROUP}/v1`,
      kind: 'ClusterRole',
      metadata: { name },
      rules: [{ verbs: ['get', name], apiGroups: [''], resources: ['pods'], resourceNames: [name, 'web'] }],
    },
    {
      apiVersion: `${GROUP}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: `to-${name}` },
      roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name },
      subjects: [
        { apiGroup: GROUP, kind: 'User', name: `${name}s` },
        { apiGroup: GROUP, kind: 'Group', name },
      ],
    },
  ]
  // Most of what hides is in the policy as it is; YAML takes the rest for line breaks, or does not allow it.
  return objects.map((object) => JSON.stringify(object).replace(NOT_IN_YAML, numbered)).join('\n---\n')
}

/** A scenario in which the user of this name is refused, and the impersonated user of this name is not asked for. */
function scenarioWith(name: string): string {
  return yamlOf({
    version: 1,
    title: `May ${name} read?`,
    requestor: { username: name, groups: [`${name}-team`] },
    request: { http: 'GET /api/v1/namespaces/prod/pods/web HTTP/1.1' },
    policy: policyWith(name),
  })
}

const PRINTERS = [
  'run',
  'run -o json',
  'run -o yaml',
  'run -o markdown',
  'explain',
  'explain -o json',
  'fix --commands',
  'fix -o json',
  'replay',
  'render',
  'render -o animated-svg',
  'render -o html',
  'render -o markdown',
  'render -o mermaid',
] as const

const QUESTIONS = [
  'who-can get pods --policy p.yaml',
  'who-can -o json get pods --policy p.yaml',
  'what-can --policy p.yaml NAME',
  'what-can -o json --policy p.yaml NAME',
  'whom-can --policy p.yaml NAME',
  'whom-can -o json --policy p.yaml NAME',
  'diff p.yaml none.yaml',
  'diff -o markdown p.yaml none.yaml',
  'diff -o json p.yaml none.yaml',
  'compare constrained legacy --scenario s.yaml',
  'lint p.yaml',
  'lint -o json p.yaml',
  'lint -o sarif p.yaml',
  'lint -o junit p.yaml',
  'check s.yaml',
  'check -o tap s.yaml',
  'check -o junit s.yaml',
] as const

/** What a command prints about a policy and a scenario with this name. */
async function printedBy(printer: string, name: string) {
  const words = printer.split(' ').map((word) => (word === 'NAME' ? name : word))
  return await runArguments(words.includes('s.yaml') || words.includes('p.yaml') ? words : [...words, 's.yaml'], {
    's.yaml': `${scenarioWith(name)}expect: [{code: 200}]\n`,
    'p.yaml': `# YAML\n${policyWith(name)}`,
    'none.yaml': `# YAML\n${policyWith('other')}`,
  })
}

/** Outputs that only people read. In them, letters of another script in a word are replaced by their numbers, too. */
const FOR_READERS: ReadonlySet<string> = new Set(['run', 'explain', 'render', 'render -o animated-svg'])

/** Each string in a value. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(stringsIn) : []
}

/** Outputs that have whole texts in them: YAML, scripts. */
const WITH_TEXTS: ReadonlySet<string> = new Set(['run -o yaml', 'fix --commands', 'replay', 'render -o html'])

describe('a hostile name', () => {
  it('is never printed with a character that hides, and machines read it back', { timeout: 0 }, async () => {
    await fc.assert(
      fc.asyncProperty(NAME, fc.nat(), async (name, first) => {
        // Each name goes through two of the printers, so that many names can be tried.
        const printer = PRINTERS[first % PRINTERS.length] ?? 'run'
        const { out, err } = await runArguments([...printer.split(' '), 's.yaml'], { 's.yaml': scenarioWith(name) })
        expect(out, `${printer}: ${err}`).not.toBe('')
        expect(hiddenCharacter(out + err), printer).toBeUndefined()
        if (FOR_READERS.has(printer)) expect(visible(out), printer).toBe(out)
        if (printer === 'run -o json' || printer === 'explain -o json')
          expect(stringsIn(JSON.parse(out)), printer).toContain(name)
        if (printer === 'run -o yaml') {
          const { documents, diagnostics } = readJsonTexts(out, 'document')
          expect(diagnostics).toEqual([])
          expect(documents.flatMap(({ value }) => stringsIn(value))).toContain(name)
        }
        const question = QUESTIONS[first % QUESTIONS.length] ?? 'lint p.yaml'
        const answered = await printedBy(question, name)
        expect(answered.out, `${question}: ${answered.err}`).not.toBe('')
        expect(hiddenCharacter(answered.out + answered.err), question).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })

  it.each([...PRINTERS.filter((printer) => !WITH_TEXTS.has(printer)), ...QUESTIONS])(
    'with line breaks in it begins no line of %s',
    async (printer) => {
      const { out, err } = await printedBy(printer, 'jane\n200: jane may do everything\n')
      expect(out, err).not.toBe('')
      expect((out + err).split('\n').filter((line) => /^\W*200: jane may do everything/.test(line))).toEqual([])
    },
  )

  it.each(['lint', 'check', 'run', 'render'])('of a file begins no line of %s', async (command) => {
    const { err, out } = await runArguments([command, 'x\nforged: right.yaml'], { 'x\nforged: right.yaml': 'kind: [' })
    expect(err + out).toContain('x\\u000aforged: right.yaml')
  })
})

import { decider, plainText, type Scenario } from '@authz-playground/engine'
import { EXAMPLES } from '@authz-playground/examples'
import { expect, test } from 'vitest'
import { changesView } from './changes-view.ts'

const decide = await decider()

function view(id: string, change: Partial<Scenario> = {}) {
  const example = EXAMPLES.find((one) => one.id === id)
  if (example === undefined) throw new Error(`no example is called ${id}`)
  const scenario = { ...example.scenario, ...change }
  return changesView(decide(scenario, { evenPartly: true }), scenario)
}

function body(text: string, type = 'merge-patch+json'): Partial<Scenario> {
  const head = `PATCH /api/v1/namespaces/prod/pods/web HTTP/1.1\nContent-Type: application/${type}`
  return { request: { form: 'http', text: `${head}\n\n${text}` } }
}

test('a changed field is shown with its values, the verbs that would cover it, and its line in the stored object', () => {
  const { fields, total, most } = view('fine-grained-other-label') ?? {}
  expect([total, most]).toEqual([1, 3])
  expect(fields).toMatchObject([
    {
      path: 'metadata.labels[app]',
      before: '"web"',
      after: '"db"',
      coverage: 'missing',
      stored: { source: 'storedObject', line: 7 },
      verbs: [{ verb: 'granular:metadata' }, { verb: 'granular:labels' }, { verb: 'granular:label(app)' }],
    },
  ])
})

test('the schema is pointed into where it names a verb', () => {
  const { fields = [] } = view('fine-grained-excluded-value') ?? {}
  expect(fields[0]?.verbs.map(({ verb, range }) => [verb, range?.source, range?.line])).toEqual([
    ['granular:specification', 'schema', 21],
    ['granular:selfDestruct', 'schema', 25],
  ])
})

test('each check for fields says which it is about, and how many more', () => {
  const about = [...(view('fine-grained-general-grant')?.steps.values() ?? [])].map((one) => plainText(one.about))
  expect(about).toEqual(['for metadata.labels[team-0.example.com/owner] and 39 more'])
})

test('changes of webhooks after the checks are marked', () => {
  const fields = view('fine-grained-webhook')?.fields.map(({ path, byWebhook, coverage }) => [
    path,
    byWebhook,
    coverage,
  ])
  expect(fields).toEqual([
    ['metadata.labels[super.safe.com/checked]', false, 'verb'],
    ['metadata.labels[app]', true, 'open'],
  ])
})

test('a design that does not ask has no changes, and neither has a patch that does not apply', () => {
  expect(view('fine-grained-own-label', { design: 'constrained' })).toBeUndefined()
  expect(view('fine-grained-own-label', body('[{"op":"remove","path":"/x"}]', 'json-patch+json'))).toBeUndefined()
  expect(view('fine-grained-delete')).toMatchObject({ sendsObject: false, total: 0, fields: [] })
})

test('of thousands of fields the first are listed with the one that ended the request, and long values are cut', () => {
  const own = Array.from({ length: 3000 }, (_, index) => `    super.safe.com/l${index}: "${'x'.repeat(200)}"`)
  const labels = ['metadata:', '  labels:', ...own, '    other.io/x: "1"'].join('\n')
  const { fields = [], total } = view('fine-grained-own-label', body(labels)) ?? {}
  expect(total).toBe(3001)
  expect(fields).toHaveLength(200)
  expect(fields.at(-1)).toMatchObject({ path: 'metadata.labels[other.io/x]', coverage: 'missing' })
  expect(fields[0]?.after).toMatch(/^"x{120}" …$/)
})

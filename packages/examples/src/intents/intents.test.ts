import { decider, readPolicy, type Scenario } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { IMPERSONATION_DESIGNS } from '@authz-playground/engine/internal/designs'
import { describe, expect, it } from 'vitest'
import { INTENTS } from './index.ts'
import { type Intent, wayOf } from './intent.ts'
import {
  documentOf,
  type Seen,
  type Survey,
  type SurveyReading,
  surveyFrom,
  surveyScenarios,
  tallyOf,
  wholeDocument,
} from './survey.ts'

const decide = await decider()

function seen(scenario: Scenario): Seen {
  const { state, trace, errors } = decide(scenario, { cel: CEL })
  expect(errors).toEqual([])
  if (state !== 'decided' || trace === undefined) throw new Error(`not decided: ${scenario.request.text}`)
  const { code, kind } = trace.outcome
  const checks = trace.steps.filter(({ check }) => check !== undefined).length
  return { code, allowed: kind === 'allowed', checks }
}

function survey(intent: Intent, design: string, reading: SurveyReading = 'own'): Survey {
  return surveyFrom(intent, design, surveyScenarios(intent, design, reading).map(seen))
}

/** Verdict, rules, checks and answer of the first wanted request; and the near requests that pass or do not. */
function inWords(found: Survey): string {
  const { verdict, rules, checks, wanted = 0, passes, unintended, refused } = tallyOf(found)
  return `${verdict}: rules ${rules}, checks ${checks}, ${wanted}; pass ${passes}, unintended ${unintended}, refused ${refused}`
}

/** The designs that an intent says something of, in the order in which they are shown. */
function asked(intent: Intent): readonly string[] {
  return IMPERSONATION_DESIGNS.flatMap(({ id }) => (wayOf(intent, id) === undefined ? [] : [id]))
}

it('has the reviewed tallies; else run `pnpm goldens`, and read the diff', async () => {
  const ofEachDesign = (intent: Intent) => asked(intent).map((id) => [id, inWords(survey(intent, id))] as const)
  const tallies = Object.fromEntries(INTENTS.map((intent) => [intent.id, Object.fromEntries(ofEachDesign(intent))]))
  await expect(`${JSON.stringify(tallies, null, 2)}\n`).toMatchFileSnapshot('tallies.golden.json')
})

const intents = INTENTS.map((intent) => [intent.id, intent] as const)

describe.each(intents)('%s', (_, intent) => {
  it('says of designs that there are how it is said, or why not, once', () => {
    expect(intent.ways.flatMap(({ designs }) => designs).sort()).toEqual([...asked(intent)].sort())
  })

  it('counts its wanted requests as meant', () => {
    expect(intent.wanted.map(({ asked }) => intent.meaningOf(asked))).toEqual(intent.wanted.map(() => 'meant'))
  })

  it('is one document that is understood without a warning', () => {
    const { diagnostics, roles, bindings, accessRules } = readPolicy(wholeDocument(intent))
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([])
    const names = [...roles, ...bindings].map(({ kind, name }) => `${kind} ${name}`)
    expect(new Set(names).size).toBe(names.length)
    expect(accessRules.length).toBeGreaterThan(0)
  })

  it('counts rules as they are read', () => {
    for (const { designs } of intent.ways) {
      const way = wayOf(intent, designs[0] ?? '')
      if (way === undefined || !('policy' in way)) continue
      const { roles, accessRules } = readPolicy(way.policy)
      const rules = [...roles.map(({ rules }) => rules.length), ...accessRules.map(({ entries }) => entries.length)]
      expect(surveyFrom(intent, designs[0] ?? '', []).rules).toBe(rules.reduce((all, count) => all + count, 0))
    }
  })

  it('is not said yet by a design that it says nothing of', () => {
    const ways = intent.ways.filter(({ designs }) => !designs.includes('legacy'))
    const tally = tallyOf(survey({ ...intent, ways }, 'legacy'))
    expect(tally).toMatchObject({ verdict: 'not-said-yet', rules: 0, wanted: 403 })
  })

  describe.each(asked(intent))('under %s', (design) => {
    const way = wayOf(intent, design) ?? { designs: [], policy: '' }
    const found = survey(intent, design)
    const tally = tallyOf(found)

    it('lets every wanted request through where there are rules for it, and none where there are not', () => {
      expect(found.wanted).toEqual(intent.wanted.map(() => ('policy' in way ? 200 : 403)))
      if (!('policy' in way)) expect(tally.passes).toBe(0)
    })

    it('says why it is not exact where it is not, and only there', () => {
      if ('policy' in way) expect(way.limit !== undefined && way.said !== undefined).toBe(tally.verdict !== 'exactly')
      else expect(way.cannot).not.toBe('')
    })
  })
})

describe('all policies in one document', () => {
  const [intent] = INTENTS
  if (intent === undefined) throw new Error('no intents')
  const passing = (design: string, reading: SurveyReading): readonly string[] =>
    survey(intent, design, reading).near.flatMap(({ what, passes }) => (passes ? [what] : []))

  it('takes nothing away from a design, and adds what the rules of others add: legacy’s, wherever it is the last resort', () => {
    const legacy = passing('legacy', 'own')
    for (const design of ['constrained', 'proposal', 'named-verbs', 'node-scoped']) {
      expect(passing(design, 'whole')).toEqual(expect.arrayContaining([...passing(design, 'own'), ...legacy]))
    }
  })

  it('has the rule that compound can leave short undo what unified says in full', () => {
    expect(passing('unified', 'own')).not.toContain('with group `system:masters`')
    expect(passing('unified', 'whole')).toContain('with group `system:masters`')
    const added = passing('compound', 'whole').filter((what) => !passing('compound', 'own').includes(what))
    expect(added.every((what) => what.startsWith('as itself'))).toBe(true)
  })

  it('separates the parts of designs, each under its title', () => {
    const titles = documentOf(intent).map(({ title }) => title)
    expect(titles).toContain('Permission boundaries')
    expect(new Set(titles).size).toBe(titles.length)
  })
})

describe('rules that say too little', () => {
  it('differ from those that are too wide', () => {
    const [intent] = INTENTS
    if (intent === undefined) throw new Error('no intents')
    const elsewhere = intent.ways.map((way) =>
      'policy' in way ? { ...way, policy: way.policy.replaceAll('namespace: prod', 'namespace: dev') } : way,
    )
    const tally = tallyOf(survey({ ...intent, ways: elsewhere }, 'constrained'))
    expect(tally).toMatchObject({ verdict: 'not-all-of-it', wanted: 403, passes: 0, unintended: 0, refused: 3 })
  })
})

describe('what an intent says of itself', () => {
  it.each([
    ['group-only-with-user', [', "bob"']],
    ['user-only-to-get-pods', [', "bob"', ', "impersonate-on:user-info:delete"']],
  ])('%s: without the other user the released design says it exactly', (id, taken) => {
    const intent = INTENTS.find((one) => one.id === id)
    if (intent === undefined) throw new Error(`no intent ${id}`)
    const beyond = ({ near }: Survey) => near.filter(({ passes, meaning }) => passes && meaning === 'beyond')
    expect(beyond(survey(intent, 'constrained'))).not.toEqual([])
    const less = (policy: string): string => taken.reduce((text, part) => text.replaceAll(part, ''), policy)
    const ways = intent.ways.map((way) => ('policy' in way ? { ...way, policy: less(way.policy) } : way))
    expect(beyond(survey({ ...intent, ways }, 'constrained'))).toEqual([])
  })
})

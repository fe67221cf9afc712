import { readScenarioDocument, writeScenarioDocument } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import { describe, expect, it } from 'vitest'
import { isOutdated } from './described.ts'
import { addressOf, editedAbout, sharedOf } from './shared.ts'

const { scenario } = FIRST
const changed = { ...scenario, policy: '' }
const about = { title: 'Mine', explanation: 'Nothing is granted.', expect: [{ code: 403 }] } as const
const own = { ...about, expect: [...about.expect] }

describe('a link', () => {
  it('to an example that was not changed is its name', () => {
    expect(sharedOf({ scenario }, FIRST).link).toEqual({ example: FIRST.id })
    expect(sharedOf({ scenario: structuredClone(scenario) }, FIRST).link).toEqual({ example: FIRST.id })
  })

  it('holds the whole scenario where anything is different: the policy, the words, the step', () => {
    for (const { link, document } of [
      sharedOf({ scenario: changed }, FIRST),
      sharedOf({ scenario, about: own }, FIRST),
      sharedOf({ scenario, goals: ['at most 3 rules'] }, FIRST),
      sharedOf({ scenario }, FIRST, 2),
      sharedOf({ scenario }, undefined),
    ]) {
      expect(link).toEqual({ document })
    }
  })
})

describe('a document', () => {
  it('says of an example what the gallery says, and what must come of it', () => {
    const { title, explanation, expect: expected } = sharedOf({ scenario }, FIRST).document
    expect({ title, explanation }).toEqual({ title: FIRST.title, explanation: FIRST.sentence })
    expect(expected).toMatchObject([{ code: FIRST.expect.code, checks: FIRST.expect.checks }])
  })

  it('claims nothing of the kind once the example was changed', () => {
    expect(sharedOf({ scenario: changed }, FIRST).document).toMatchObject({
      title: `${FIRST.title} (edited)`,
      explanation: '',
      expect: [],
    })
  })

  it('has the goals that say something', () => {
    const { document } = sharedOf({ scenario, goals: ['at most 3 rules', ' '] }, FIRST)
    expect(document.goals).toEqual(['at most 3 rules'])
    expect(readScenarioDocument(writeScenarioDocument(document)).document).toEqual(document)
    expect(sharedOf({ scenario, goals: [' '] }, FIRST).link).toEqual({ example: FIRST.id })
  })

  it('has the words of the person, and those that it was opened with', () => {
    expect(sharedOf({ scenario: changed, about: own }, FIRST).document).toEqual({ ...own, scenario: changed })
  })

  it('of every example can be read again as it was', () => {
    for (const example of EXAMPLES) {
      const { document } = sharedOf({ scenario: example.scenario }, example)
      expect(readScenarioDocument(writeScenarioDocument(document)), example.id).toEqual({ document, diagnostics: [] })
    }
  })
})

describe('words that are edited', () => {
  const { usual } = sharedOf({ scenario }, FIRST)
  const mine = { title: 'Mine', explanation: FIRST.sentence, expect: [] }

  it('stand beside the scenario until they are the usual ones again', () => {
    expect(editedAbout(undefined, { title: 'Mine' }, usual)).toEqual(mine)
    expect(editedAbout(mine, { explanation: '' }, usual)).toEqual({ ...mine, explanation: '' })
    expect(editedAbout(mine, { title: FIRST.title }, usual)).toBeUndefined()
  })

  it('keep the words of the example marked where the scenario is edited under another title', () => {
    const words = editedAbout(undefined, { title: 'Mine' }, usual)
    const changed = { ...scenario, policy: '' }
    expect(words && isOutdated(words, changed, 'explanation')).toBe(true)
    expect(words && isOutdated(words, changed, 'title')).toBe(false)
    const both = words && editedAbout(words, { explanation: 'What I mean.' }, usual)
    expect(both && isOutdated(both, changed, 'explanation')).toBe(false)
  })

  it('leave what a document expects as it was', () => {
    const nothing = sharedOf({ scenario }, undefined).usual
    expect(editedAbout(own, { title: '' }, nothing)).toEqual({ ...own, title: '' })
    expect(editedAbout({ ...own, title: '' }, { explanation: '' }, nothing)?.expect).toEqual(own.expect)
  })
})

it.each([
  ['https://example.org/docs/play/', 'https://example.org/docs/play/#example/a'],
  ['https://example.org/docs/play/index.html?x=1#answer', 'https://example.org/docs/play/index.html?x=1#example/a'],
  ['file:///home/me/dist/index.html#z1/a#b', 'file:///home/me/dist/index.html#example/a'],
])('a link from %s stays on that page', (page, address) => expect(addressOf(page, '#example/a')).toBe(address))

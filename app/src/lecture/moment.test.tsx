import { decider, plainText, type Scenario } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { EXAMPLES } from '@authz-playground/examples'
import {
  advanced,
  chartStateAt,
  continues,
  type PlayerState,
  restingAt,
  storyOf,
  wentOn,
} from '@authz-playground/pictures'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { answerView } from '../worker/answer-view.ts'
import type { AnswerView } from '../worker/index.ts'
import { MomentView } from './MomentView.tsx'
import { isAnswered, momentOf, type Presented } from './moment.ts'
import { tellsTheEnd } from './spoilers.ts'

const decide = await decider()

function answered(scenario: Scenario): AnswerView {
  return answerView(decide(scenario, { cel: CEL }), scenario)
}

/** Everything that an audience sees one after the other, also on the way from one step to the next. */
function* presentations(answer: AnswerView): Generator<Presented> {
  const { trace, checks, design } = answer
  const story = trace && storyOf({ trace, checks, design })
  const steps = trace?.steps ?? []
  const at = (time: PlayerState, atStart = false): Presented => ({ answer, story, time, atStart })
  const start: PlayerState = { ...restingAt(0), pausesAtChecks: true }
  yield at(start, true)
  for (let now: PlayerState | undefined = wentOn(start, steps); now !== undefined; now = wentOn(now, steps)) {
    yield at(now)
    while (continues(now, steps)) {
      now = advanced(now, steps)
      yield at(now)
    }
  }
}

/** The words beside the chart, without markup and without the quoted rule, which has numbers of lines. */
function shownAt(presented: Presented, scenario: Scenario): string {
  const moment = momentOf(presented)
  if (moment.is === 'question') return ''
  return renderToStaticMarkup(<MomentView of={moment} scenario={scenario} />)
    .replaceAll(/<figure.*?<\/figure>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#x27|quot|amp|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = { '#x27': "'", quot: '"', amp: '&', lt: '<', gt: '>' }

/** What would tell the end: the code, and the sentences of the answer. */
function endOf({ trace, sentence, because }: AnswerView): readonly RegExp[] {
  const words = [sentence, because].map(plainText).filter((text) => text !== '')
  const escaped = words.map(
    (text) => new RegExp(text.replace(/^\d{3}: /, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  )
  return [...escaped, ...(trace ? [new RegExp(`(?<!line )\\b${trace.outcome.code}\\b`)] : [])]
}

describe('what an audience sees of an example', () => {
  it('never has the words or the code of the answer before its end, and has them there', () => {
    for (const { id, scenario } of EXAMPLES) {
      const answer = answered(scenario)
      const telling = endOf(answer)
      const all = [...presentations(answer)]
      for (const presented of all) {
        const { is } = momentOf(presented)
        const shown = shownAt(presented, scenario)
        const told = telling.filter((pattern) => pattern.test(shown))
        if (is === 'end') expect(told.length, `${id}: ${shown}`).toBe(telling.length)
        else expect(told, `${id}: ${shown}`).toEqual([])
      }
      expect(all.map((one) => momentOf(one).is).indexOf('end'), id).toBe(all.length - 1)
    }
  })

  it('has no stamp and no rule of a check before it is answered', () => {
    for (const { id, scenario } of EXAMPLES) {
      const answer = answered(scenario)
      const { trace, design } = answer
      if (trace === undefined) continue
      for (const presented of presentations(answer)) {
        const { time } = presented
        const reached = time.phase === 'done' ? time.position : time.position - 1
        const { stamps } = chartStateAt(design.graph, trace, time)
        const steps = [...stamps.values()].flatMap((all) => all.map(({ step }) => step))
        expect(
          steps.filter((step) => step > reached),
          id,
        ).toEqual([])
        const moment = momentOf(presented)
        if (moment.is === 'check' && moment.decided) {
          expect(
            trace.steps.findIndex(({ check }) => check === moment.decided),
            id,
          ).toBeLessThanOrEqual(reached)
        }
      }
    }
  })

  it('begins with nothing that was asked: no chart begins with a check', () => {
    for (const { id, scenario } of EXAMPLES) expect(answered(scenario).trace?.steps[0]?.check, id).toBeUndefined()
  })

  it('has a title that does not say the code', () => {
    for (const { title, expect: must } of EXAMPLES) {
      if (!tellsTheEnd(title)) expect(title).not.toMatch(new RegExp(`\\b${must.code}\\b`))
    }
  })
})

describe('the check that answers a question', () => {
  const scenario = EXAMPLES.find(({ id }) => id === 'docs-user-list')?.scenario as Scenario
  const all = [...presentations(answered(scenario))]
  const first = (until?: string) => all.findIndex((presented) => isAnswered(until, presented))
  const momentAt = (at: number) => momentOf(all[at] as Presented)

  it('is that with the verb, once it is answered', () => {
    const moment = momentAt(first('impersonate:user-info'))
    expect(moment).toMatchObject({ is: 'check', number: 2 })
    expect(moment).toHaveProperty('decided')
  })

  it('is the end without a verb, and where no check has it', () => {
    expect(momentAt(first())).toMatchObject({ is: 'end' })
    expect(first('delete')).toBe(first())
  })
})

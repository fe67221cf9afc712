import { decider, plainText } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { isRefused } from '@authz-playground/engine/internal/trace'
import { explain, refusalLines } from '@authz-playground/engine/questions'
import { expect, it } from 'vitest'
import { EXAMPLES } from './index.ts'

it('says of every refused example which rule comes closest, or what refuses', async () => {
  const decide = await decider()
  const said = EXAMPLES.flatMap(({ id, scenario }) => {
    const decided = decide(scenario, { cel: CEL })
    if (decided.trace === undefined || !isRefused(decided.trace)) return []
    const explanation = explain(decided, {
      cel: CEL,
      retry: { scenario, decide: (other) => decide(other, { cel: CEL }) },
    })
    const lines = explanation === undefined ? [] : refusalLines(explanation, '')
    return [`${id}: ${lines.length === 0 ? '(nothing beside the answer)' : lines.map(plainText).join('\n  ')}`]
  })
  await expect(`${said.join('\n')}\n`).toMatchFileSnapshot('nearly.golden.txt')
})

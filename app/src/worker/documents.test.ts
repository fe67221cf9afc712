import { readScenarioDocument, writeScenarioDocument } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { expect, test } from 'vitest'
import { recognise } from './documents.ts'

test('every file that the page saves is a scenario, and every policy and request of an example what it is', () => {
  const kinds = (text: string) => recognise(text, '').map(({ is }) => is)
  for (const { id, title, scenario } of EXAMPLES) {
    const text = writeScenarioDocument({ title, explanation: '', expect: [], scenario })
    expect(kinds(text), id).toEqual(['scenario'])
    expect(kinds(JSON.stringify(readScenarioDocument(text).document)), id).not.toContain('scenario')
    if (scenario.policy.trim() !== '') expect(kinds(scenario.policy), id).toEqual(['policy'])
    expect(kinds(scenario.request.text), id).toEqual(['request'])
  }
})

import { recognise as partsOf, readScenarioDocument, writeScenarioDocument } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { expect, test } from 'vitest'
import { kindsOf, recognise } from './documents.ts'
import { receivedParts } from './sent-parts.ts'

test('every file that the page saves is a scenario, and every policy and request of an example what it is', () => {
  const kinds = (text: string) => kindsOf(text, '')
  for (const { id, title, scenario } of EXAMPLES) {
    const text = writeScenarioDocument({ title, explanation: '', expect: [], scenario })
    expect(kinds(text), id).toEqual(['scenario'])
    expect(kinds(JSON.stringify(readScenarioDocument(text).document)), id).not.toContain('scenario')
    if (scenario.policy.trim() !== '') expect(kinds(scenario.policy), id).toEqual(['policy'])
    expect(kinds(scenario.request.text), id).toEqual(['request'])
  }
})

test('the parts of a text are sent without the text, and are whole where they arrive', () => {
  const role = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: reader}\nrules: []\n'
  for (const text of [role, `$ kubectl get pods\n---\n${role}`, `${role}---\n${role}`, `\ufeff${role}`]) {
    const sent = recognise(text, '')
    expect(JSON.stringify(sent)).not.toContain('reader')
    expect(receivedParts(text, sent)).toEqual(partsOf(text))
  }
})

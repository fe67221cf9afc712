import { plainText, type Scenario } from '@authz-playground/engine'
import { nearEntries } from '@authz-playground/engine/internal/explain'
import { type Change, type NewAccess, newAccessInWords } from '@authz-playground/engine/questions'
import type { AnsweredRequest } from './decision.ts'
import { diagnosticsValue, type Remarks } from './remarks.ts'
import { withPlaces } from './text-output.ts'

/** One request with what nearly allows it and the changes that do, as values for programs. */
export function explainedValues(id: string, number: number | undefined, answered: AnsweredRequest, remarks: Remarks) {
  const { trace, placeOf } = answered
  const { outcome } = trace
  const explanation = answered.explanation()
  const numberOf = (step: number) => trace.steps.slice(0, step + 1).filter(({ check }) => check !== undefined).length
  const { otherwise } = explanation ?? {}
  return {
    id,
    ...(number !== undefined && { request: number }),
    outcome: outcome.kind,
    code: outcome.code,
    ...('message' in outcome && { message: outcome.message }),
    near:
      explanation === undefined
        ? []
        : nearEntries(explanation, numberOf, ({ source, line }) => placeOf({ source, line })),
    ...(otherwise && { otherwise: plainText(withPlaces(otherwise, placeOf)) }),
    variants: (answered.changes() ?? []).map((change, index) => changeValues(change, index + 1, answered)),
    ...diagnosticsValue(remarks.of(answered.remarks)),
  }
}

/** Whether a change is one of the policy. */
export function isOfPolicy({ kind }: Pick<Change, 'kind'>): boolean {
  return kind !== 'request' && kind !== 'setting'
}

function changeValues(change: Change, number: number, answered: AnsweredRequest) {
  const { kind, parts, policy, scenario, adds, extra } = change
  return {
    variant: number,
    kind,
    parts: parts.map((words) => plainText(withPlaces(words, answered.placeOf))),
    policy,
    ...(scenario && answered.scenario && { scenario: differences(answered.scenario, scenario) }),
    ...(isOfPolicy(change) && { commands: answered.commands(change) }),
    opens: adds.map(accessValue),
    beside: plainText(newAccessInWords(extra).sentence),
  }
}

/** The parts of a scenario that a change of the request or of a setting changes. */
function differences(before: Scenario, after: Scenario) {
  return {
    ...(before.request !== after.request && { request: { [after.request.form]: after.request.text } }),
    ...(before.requestor !== after.requestor && { requestor: after.requestor }),
    ...(before.cluster !== after.cluster && { cluster: after.cluster }),
  }
}

function accessValue({ subject, namespace, rule, dangers }: NewAccess) {
  const { kind, name, namespace: of } = subject
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule
  return {
    subject: { kind, name, ...(of !== '' && { namespace: of }) },
    namespace,
    rule:
      nonResourceURLs.length > 0
        ? { verbs, nonResourceURLs }
        : { verbs, apiGroups, resources, ...(resourceNames.length > 0 && { resourceNames }) },
    ...(dangers.length > 0 && { dangers: dangers.map(({ id }) => id) }),
  }
}

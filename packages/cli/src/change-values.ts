import { plainText } from '@authz-playground/engine'
import type { AllowingChangeRow } from '@authz-playground/engine/internal/answers'
import { nearEntries } from '@authz-playground/engine/internal/explain'
import type { NewAccess } from '@authz-playground/engine/questions'
import type { AnsweredRequest } from './decision.ts'
import { diagnosticsValue, type Remarks } from './remarks.ts'
import { withPlaces } from './text-output.ts'

/** One request with what nearly allows it and the changes that do, as values for programs. */
export function explainedValues(id: string, number: number | undefined, answered: AnsweredRequest, remarks: Remarks) {
  const { outcome } = answered.trace
  return {
    id,
    ...(number !== undefined && { request: number }),
    outcome: outcome.kind,
    code: outcome.code,
    ...('message' in outcome && { message: outcome.message }),
    near: [],
    ...refusalValue(answered),
    variants: (answered.changes() ?? []).map((change, index) => changeValues(change, index + 1, answered.placeOf)),
    ...diagnosticsValue([...remarks.of(answered.remarks), ...answered.unjudged()]),
  }
}

/** Why a request was refused: the rules that nearly fit, and what else is the reason. Empty where it was authorized. */
export function refusalValue({ explanation, trace, placeOf }: AnsweredRequest) {
  const explained = explanation()
  if (explained === undefined) return {}
  const { meaning, otherwise } = explained
  return {
    ...(meaning && { meaning: plainText(meaning) }),
    near: nearEntries(explained, trace, placeOf),
    ...(otherwise && { otherwise: plainText(withPlaces(otherwise, placeOf)) }),
  }
}

function changeValues(
  { of, change, commands, extra, dangers }: AllowingChangeRow,
  number: number,
  placeOf: AnsweredRequest['placeOf'],
) {
  const { kind, parts, policy, scenario, adds } = of
  const { policy: changed, request, ...others } = change
  return {
    variant: number,
    kind,
    parts: parts.map((words) => plainText(withPlaces(words, placeOf))),
    policy,
    ...(scenario && { scenario: { ...(request && { request: { [request.form]: request.text } }), ...others } }),
    ...(changed !== undefined && { commands }),
    opens: adds.map(accessValue),
    beside: plainText(extra.sentence),
    ...(dangers.length > 0 && { dangers: dangers.map(({ words }) => words) }),
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

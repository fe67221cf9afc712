import { type Cluster, plainText } from '@authz-playground/engine'
import {
  closedInWords,
  proofOf,
  readiness,
  STAY_WORDS,
  targetsInWords,
  wayThere,
} from '@authz-playground/engine/internal/constrain'
import type { ConstrainPlan, Impersonator, JudgedRequest, SeenRequest } from '@authz-playground/engine/logs'
import type { PlanOutput } from './plan-text.ts'

/** A plan as a plain value for JSON. `docs/migrating.md` lists the fields. */
export function planValue(plan: ConstrainPlan, cluster: Cluster, { fallen, costs, placeOf }: PlanOutput) {
  const { isSafe, breaks } = readiness(plan, fallen)
  return {
    impersonators: plan.impersonators.map((one) => impersonatorValue(one, plan, cluster, placeOf)),
    added: plan.added,
    whole: plan.whole,
    ready: { safe: isSafe, breaks: breaks.map(({ request }) => requestValue(request)) },
    ...(fallen && {
      fellThrough: fallen.map(({ request, because, near }) => ({
        ...requestValue(request),
        because,
        ...(near && { near: plainText(near) }),
      })),
    }),
    open: costs.flatMap(({ widening, cost }) => {
      if (cost === undefined) return []
      const allows = !cost.adds ? [] : cost.list.length === 0 ? [cost.sentence] : cost.list
      return [{ value: widening, allows: allows.map(plainText) }]
    }),
    unread: plan.observation.unread.map(({ reason, count, seenAt }) => ({ reason, count, seen: seenAt })),
    steps: wayThere(plan, cluster, fallen).map(({ title, words, commands }) => ({
      title,
      words: words.map(plainText),
      commands,
    })),
  }
}

function impersonatorValue(one: Impersonator, plan: ConstrainPlan, cluster: Cluster, placeOf: PlanOutput['placeOf']) {
  const { subject, rights, requests, modes, left } = one
  const { moved, lost, near, closed, open } = proofOf(one, cluster, plan)
  const { namespace, ...named } = subject
  return {
    subject: { ...named, ...(namespace !== '' && { namespace }) },
    sentence: plainText(closedInWords(one)),
    ...(rights.length > 0 && { could: plainText(targetsInWords(rights)) }),
    holds: rights.map(({ effective, binding, resources, namespace, lines }) => ({
      at: placeOf(lines.range(effective.rule.span)),
      role: `${effective.role.kind} ${effective.role.name}`,
      binding: `${binding.kind} ${binding.name}`,
      resources,
      ...(namespace !== '' && { namespace }),
    })),
    left: left.map(({ left: because = 'text', effective }) => ({ role: effective.role.name, because })),
    modes,
    requests: requests.map(judgedValue),
    proof: { passed: moved.length, lost: lost.length, near, closed: closed.length, open: open.map(requestValue) },
  }
}

function judgedValue({ request, verdict, because, mode, before, after }: JudgedRequest) {
  return {
    ...requestValue(request),
    verdict,
    ...(mode && { mode }),
    ...(because && { because, why: STAY_WORDS[because].why, instead: STAY_WORDS[because].instead }),
    before: { code: before.outcome.code, constraint: before.constraint ?? '' },
    after: { code: after.outcome.code, constraint: after.constraint ?? '' },
  }
}

function requestValue({ requestor, target, attributes, answer, count, first, last, seenAt }: SeenRequest) {
  const asked = Object.entries(attributes).filter(([, value]) => value !== '')
  return {
    user: requestor.username,
    ...(target && { as: target }),
    request: Object.fromEntries(asked),
    answer,
    count,
    ...(first !== '' && { first }),
    ...(last !== '' && { last }),
    seen: seenAt,
  }
}

import { plainText } from '@authz-playground/engine'
import type { ChangeRow } from '@authz-playground/engine/internal/answers'
import type { ChangedRequest } from '@authz-playground/engine/internal/policy-diff'
import { changedRequestInWords } from '@authz-playground/engine/internal/policy-diff'
import type { PlacedCluster } from '../policy-input.ts'
import { wayValue } from '../query/ways.ts'
import { withPlaces } from '../text-output.ts'
import type { ComparedPolicies } from './compared-policy.ts'

/** A comparison as a value; docs/diff.md has its fields. */
export function diffValue({ answer, before, after, requests }: ComparedPolicies) {
  return {
    summary: plainText(answer.lead),
    changes: answer.changes,
    gains: answer.gains.map((row) => changeValue(row, after)),
    losses: answer.losses.map((row) => changeValue(row, before)),
    objects: answer.objects.map(({ range, namespace, ...object }) => ({
      ...object,
      ...(namespace !== '' && { namespace }),
      at: (object.change === 'removed' ? before : after).placeOf(range),
    })),
    ...(requests && {
      requests: { same: requests.same, changed: requests.changed.map((one) => requestValue(one, after)) },
    }),
  }
}

function changeValue({ words, evidence, change }: ChangeRow, { placeOf }: PlacedCluster) {
  const { subjects, namespaces, rule, except, dangers, versionRight } = change
  return {
    words: plainText(words),
    subjects: subjects.map(({ kind, namespace, name }) => ({ kind, ...(namespace !== '' && { namespace }), name })),
    ...(namespaces.includes('') ? { clusterWide: true } : { namespaces }),
    rule,
    ...(versionRight && { versionRight }),
    except: except.map(({ namespace, rule }) => ({ ...(namespace !== '' && { namespace }), rule })),
    dangers,
    by: evidence.map((grant) => wayValue(grant, placeOf)),
  }
}

function requestValue(changed: ChangedRequest, { placeOf }: PlacedCluster) {
  const { change, request, before, after, why } = changed
  const { requestor, target, attributes, count, first, last, seenAt } = request
  return {
    change,
    words: plainText(changedRequestInWords(changed)),
    why: plainText(withPlaces(why, placeOf)),
    requestor,
    ...(target && { target }),
    attributes,
    count,
    ...(first !== '' && { first }),
    ...(last !== '' && { last }),
    seenAt,
    before: answerValue(before),
    after: answerValue(after),
  }
}

function answerValue({ outcome, constraint }: ChangedRequest['before']) {
  return { code: outcome.code, ...(constraint !== undefined && { constraint }) }
}

import { plainText } from '@authz-playground/engine'
import {
  type AccessChange,
  type ChangedRequest,
  type ChangeList,
  changeInWords,
  changesNothing,
  diffInWords,
  requestInWords,
} from '@authz-playground/engine/policy-diff'
import { wayValue } from '../query/ways.ts'
import { withPlaces } from '../text-output.ts'
import type { ComparedPolicies, ComparedPolicy } from './compared-policy.ts'

/** A comparison as a value; docs/diff.md has its fields. */
export function diffValue({ diff, before, after, requests }: ComparedPolicies) {
  return {
    summary: plainText(diffInWords(diff)),
    changes: !changesNothing(diff),
    gains: diff.gains.map((change) => changeValue(change, 'gain', after)),
    losses: diff.losses.map((change) => changeValue(change, 'loss', before)),
    objects: diff.objects.map(({ range, namespace, ...object }) => ({
      ...object,
      ...(namespace !== '' && { namespace }),
      at: (object.change === 'removed' ? before : after).placeOf(range),
    })),
    ...(requests && {
      requests: { same: requests.same, changed: requests.changed.map((one) => requestValue(one, after)) },
    }),
  }
}

function changeValue(change: AccessChange, list: ChangeList, { placeOf }: ComparedPolicy) {
  const { subjects, namespaces, rule, except, dangers, grants } = change
  return {
    words: plainText(changeInWords(change, list).sentence),
    subjects: subjects.map(({ kind, namespace, name }) => ({ kind, ...(namespace !== '' && { namespace }), name })),
    ...(namespaces.includes('') ? { clusterWide: true } : { namespaces }),
    rule,
    except: except.map(({ namespace, rule }) => ({ ...(namespace !== '' && { namespace }), rule })),
    dangers,
    by: grants.map((grant) => wayValue(grant, placeOf)),
  }
}

function requestValue(changed: ChangedRequest, { placeOf }: ComparedPolicy) {
  const { change, request, before, after, why } = changed
  const { requestor, target, attributes, count, first, last, seenAt } = request
  return {
    change,
    words: plainText(requestInWords(changed)),
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

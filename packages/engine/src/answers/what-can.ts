import { type Cluster, discoveryOf, unreadOf } from '../cluster/index.ts'
import { type Discovery, resourceParts, SYSTEM_PRIVILEGED_GROUP, unservedResource } from '../kube/index.ts'
import { subjectInWords, subjectRules, type UserRules, type WhatCan, whatCan } from '../query/index.ts'
import type { RichText } from '../trace/index.ts'
import type { AskedSubject } from './asked-subject.ts'
import { counted } from './counted.ts'
import type { Remark } from './remarks.ts'
import { asFarAsRead, unaskedAboutRights, unjudged } from './unjudged.ts'

/** What somebody may do. */
export interface WhatCanAnswer {
  readonly of: AskedSubject
  /** The one that was asked about; empty: everywhere. */
  readonly namespace: string
  /** How much it may do, in a sentence. */
  readonly lead: RichText
  readonly can: WhatCan
  /** What is said where no rule allows anything. */
  readonly otherwise: RichText
  readonly remarks: readonly Remark[]
}

/** Answers what a subject may do; in a namespace, where one is named. May throw `BeyondLimit`. */
export function whatCanAnswer(of: AskedSubject, namespace: string, cluster: Cluster): WhatCanAnswer {
  const { rightsInForce: bound, settings } = cluster
  const discovery = discoveryOf(cluster)
  const can = whatCan(bound, of.user, { served: discovery.resources, ...(namespace !== '' && { namespace }) })
  const unread = can.superuser ? [] : unreadOf(cluster, of.user, namespace)
  const lead = asFarAsRead(leadOf(subjectInWords(of.subject, 'members of group'), namespace, can), unread)
  const otherwise = asFarAsRead(['Nothing.'], unread)
  const remarks = [...unservedIn(can, discovery), ...unjudged(unread, bound), ...unaskedAboutRights(settings)]
  return { of, namespace, lead, can, otherwise, remarks }
}

/** The resources that no API server serves in any group of the rules that name them, each once, with a fix if there is one. */
function unservedIn({ resources }: WhatCan, discovery: Discovery): readonly Remark[] {
  const found = resources.flatMap(({ apiGroup, resource, verbs }): readonly (Remark & { readonly of: string })[] => {
    const [whole] = resourceParts(resource)
    const rules = verbs.flatMap(({ reaches }) => reaches.flatMap(({ ways }) => ways.flatMap(({ rule }) => rule ?? [])))
    const isServed = (group: string) => unservedResource(group, whole, discovery) === undefined
    const unserved = unservedResource(apiGroup, whole, discovery)
    if (unserved === undefined || rules.some(({ apiGroups }) => apiGroups.some(isServed))) return []
    const range = rules[0]?.range
    const of = `${range?.start} ${whole}`
    return [{ severity: 'warning', code: 'resource-not-served', ...unserved, ...(range && { range }), of }]
  })
  const byFix = found.toSorted((a, b) => Number(a.fix !== undefined) - Number(b.fix !== undefined))
  return [...new Map(byFix.map((one) => [one.of, one])).values()].map(({ of: _, ...one }) => one)
}

function leadOf(who: RichText, namespace: string, { resources, paths, superuser }: WhatCan): RichText {
  if (superuser) return [...who, ' may do everything, as a member of ', { code: SYSTEM_PRIVILEGED_GROUP }, '.']
  const place: RichText =
    namespace === '' ? [] : ['; of RoleBindings those in namespace ', { code: namespace }, ' count']
  if (resources.length + paths.length === 0) return ['No rule allows anything to ', ...who, ...place, '.']
  const what = `${counted(resources.length, 'resource')} and ${counted(paths.length, 'path')}`
  return ['Rules allow ', ...who, ` something on ${what}`, ...place, '.']
}

/** The rules of a subject that count in one namespace; as kubectl asks for them, in `default` where none is named. */
export function listedRules(
  { user }: AskedSubject,
  namespace: string,
  { rightsInForce: bound, settings }: Cluster,
): { readonly namespace: string; readonly rules: UserRules } {
  const within = namespace === '' ? 'default' : namespace
  return { namespace: within, rules: subjectRules(bound, settings.authorizationModes, user, within) }
}

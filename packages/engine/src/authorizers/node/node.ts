import { goQuote } from '../../go/index.ts'
import {
  type KubernetesVersion,
  NEWEST_VERSION,
  nodeIdentity,
  type PolicyRule,
  type Rule,
  releasedVersion,
} from '../../kube/index.ts'
import { ruleAllows } from '../../rights/index.ts'
import { type Authorizer, NO_OPINION } from '../authorizer.ts'
import { NodeGraph } from './graph.ts'
import nodeRules from './node-rules.json' with { type: 'json' }
import { allow, NODE_RESOURCES, noOpinion } from './resources.ts'
import type { StoredObjects } from './stored-objects.ts'

/**
 * The static rules of every node (Go: `bootstrappolicy.NodeRules`), written as in a role. Used for the resources
 * without a check of their own.
 */
export type NodeRules = readonly Partial<Rule>[]

/**
 * The Node authorizer of a version of kube-apiserver over the objects stored in the cluster (Go:
 * `plugin/pkg/auth/authorizer/node`). Has no opinion of users that are not nodes, and never denies; an answer without
 * an opinion has a reason where the API server gives one. The graph of the objects is built once, here.
 */
export function nodeAuthorizer(
  objects: StoredObjects,
  version: KubernetesVersion = NEWEST_VERSION,
  rules: NodeRules = rulesOf(version),
): Authorizer {
  const graph = new NodeGraph(objects)
  const policyRules = rules.map(policyRule)
  return {
    authorize(attributes) {
      const node = nodeIdentity(attributes.user)
      if (node === undefined) return NO_OPINION
      if (node === '') return noOpinion(`unknown node for user ${goQuote(attributes.user.username)}`)
      const rule = attributes.isResourceRequest
        ? NODE_RESOURCES.get(`${attributes.apiGroup}/${attributes.resource}`)
        : undefined
      if (rule !== undefined) return rule({ node, attributes, graph, objects, version })
      return policyRules.some((one) => ruleAllows(one, attributes)) ? allow() : NO_OPINION
    },
  }
}

/** The rules of a version. Those without versions are in each of them. */
function rulesOf(version: KubernetesVersion): NodeRules {
  const rules: readonly (NodeRules[number] & { readonly versions?: readonly string[] })[] = nodeRules.rules
  return rules.filter(({ versions }) => versions?.includes(releasedVersion(version)) ?? true)
}

/** A rule without a source text. */
function policyRule(rule: NodeRules[number]): PolicyRule {
  return {
    verbs: [],
    apiGroups: [],
    resources: [],
    resourceNames: [],
    nonResourceURLs: [],
    ...rule,
    span: { start: 0, end: 0 },
  }
}

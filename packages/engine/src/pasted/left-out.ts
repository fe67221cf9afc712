import { ANY_VERSION, EXPORT_COMMAND, type UnreadObject } from '../kube/index.ts'
import { NOT_UNDERSTOOD, OF_RULES_TABLE, parseClusterOutput, RULES_TABLE } from '../logs/index.ts'
import { effectOf, groupVersion, objectInWords } from '../policy/index.ts'
import { detectForm } from '../request/index.ts'

/** The first line of a table that kubectl prints, other than of `kubectl api-resources` and `kubectl auth whoami`. */
export const TABLE_HEADER = /^NAME(?:SPACE)?\s{2,}\S|^Resources\s{2,}Non-Resource URLs/

/** Why a table of kubectl is not read, and what to paste instead. */
export function whyNotTable(table: string): string {
  if (RULES_TABLE.test(table)) return OF_RULES_TABLE
  return 'This is a table that kubectl prints. Add -o yaml to the command, and paste its output.'
}

/** Objects whose meaning is said one by one, before the others are only counted. */
const MOST_EXPLAINED = 2

/** What YAML without a role and a binding is, and what it is good for here. It never replaces a policy. */
export function whyNotPolicy(objects: readonly Pick<UnreadObject, 'apiVersion' | 'kind' | 'name'>[]): string {
  const sentences = objects.map((object) => {
    const { does, more } = effectOf(object.apiVersion, object.kind, object.name)
    return { more, words: `${objectInWords(object)} ${does}` }
  })
  const [first, ...others] = objects
  const [only] = sentences
  if (first !== undefined && only !== undefined && others.length === 0) {
    const resource = ANY_VERSION.resources.find(
      ({ kind, apiGroup }) => kind === first.kind && isIn(apiGroup, first.apiVersion),
    )
    const asked = resource && [resource.resource, resource.apiGroup].filter((part) => part !== '').join('.')
    const more = only.more ?? (asked ? `kubectl auth can-i create ${asked} asks who may create one.` : '')
    return [`${only.words}, so the policy is unchanged.`, ...(more === '' ? [] : [more])].join(' ')
  }
  const explained = sentences.filter(
    ({ more }, index) => more !== undefined && sentences.findIndex((one) => one.more === more) === index,
  )
  return [
    `None of the ${objects.length.toLocaleString('en')} objects is a role or a binding, so the policy is unchanged.`,
    ...explained.slice(0, MOST_EXPLAINED).map(({ words, more }) => `${words}. ${more}`),
  ].join(' ')
}

function isIn(group: string, apiVersion: string): boolean {
  return groupVersion(apiVersion)?.group === group
}

const DESCRIBED = /^Name:\s{2,}\S/

/** The output of `kubectl api-resources -o name`: plurals, most with a group, nothing else. */
const NAMES = /^(?:[a-z][-a-z0-9]*(?:\.[a-z0-9][-.a-z0-9]*)?\s+){2,}[a-z][-a-z0-9]*(?:\.[a-z0-9][-.a-z0-9]*)?$/

/** Sources from which a program makes roles and bindings. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [
    /^[ \t]*(?:resource|data)\s+"(?:kubernetes_|kubectl_manifest)/m,
    'This is Terraform. terraform apply makes objects of it',
  ],
  [
    /\b(?:kubernetes|k8s)\.rbac\.v1(?:\.|alpha1\.|beta1\.)?|\bpulumi_kubernetes\b|@pulumi\/kubernetes/,
    'This is a program of Pulumi. pulumi up makes objects of it',
  ],
]

/** An access entry of EKS, as the AWS command line prints it and as Terraform has it. */
export const ACCESS_ENTRY =
  /"accessEntr(?:y|ies)"\s*:|\baws_eks_access_(?:entry|policy_association)\b|\baws eks \S*access-entr/

const WHY_NOT_ACCESS_ENTRY =
  'This is an access entry of EKS. It gives an identity of AWS a username and groups: enter those as who asks. Access policies of EKS that belong to it are not RBAC, and are not decided here.'

/** Why a text is nothing that the playground reads, and what to paste instead. */
export function whyUnknown(text: string): string {
  if (NAMES.test(text) && /^\S+\.\S+$/m.test(text) && !/\S[ \t]+\S/.test(text)) return ONLY_NAMES
  if (DESCRIBED.test(text)) return 'This is from kubectl describe. Paste the output of kubectl get -o yaml instead.'
  if (/^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(text)) {
    return 'This is a token. Nothing of it is read: kubectl auth whoami prints the user that it belongs to.'
  }
  if (/^-----BEGIN /.test(text)) return 'This is a certificate or a key. Nothing of it is read.'
  if (ACCESS_ENTRY.test(text)) return WHY_NOT_ACCESS_ENTRY
  const program = PROGRAMS.find(([pattern]) => pattern.test(text))
  if (program) return `${program[1]}, and this command prints those that RBAC reads: ${EXPORT_COMMAND}`
  const [problem] = parseClusterOutput(text).problems
  if (problem !== undefined && problem !== NOT_UNDERSTOOD) return problem
  return detectForm(text) === undefined ? UNKNOWN : `This ${detectForm(text)} command asks for nothing.`
}

const ONLY_NAMES =
  'These look like names of resources, as kubectl api-resources -o name prints them. Paste the table without -o name: it has their short names, versions and scope.'

const UNKNOWN =
  'This is neither YAML of Kubernetes, nor a 403, an audit event or a line of a log, nor a kubectl or curl command, nor an HTTP request.'

import type { PlainUser, RequestForm, Scenario } from '@authz-playground/engine'

/** The expected result of an example. A test runs every example and compares all fields. */
export interface ExpectedResult {
  /**
   * The client's HTTP status; 201 where a role was created, or where the client made a review first and sent nothing
   * more.
   */
  readonly code: 200 | 201 | 400 | 403 | 404 | 500
  /** Each check in order: decision, verb, and resource or path. */
  readonly checks: readonly string[]
  /** The audit event's `impersonationConstraint`. */
  readonly constraint?: string
  /** Groups of the impersonated user, where impersonation succeeds. */
  readonly groups?: readonly string[]
}

/**
 * The result of an example according to a document. The playground’s own answer is shown next to it, and may differ.
 */
export interface Expected {
  /** The usual name of the document. */
  readonly by: string
  /** A quotation, one line at most. */
  readonly words: string
  readonly code: 200 | 201 | 403
}

/**
 * A form of the YAML of a document: as printed, or mended so that it does what its text says; of the text under review, or
 * of the merged text.
 */
export type ExampleForm = 'printed' | 'mended' | 'reviewed' | 'merged'

/** An entry of the gallery. */
export interface Example {
  /** Stable: links and storage name examples by it. */
  readonly id: string
  readonly group: string
  readonly title: string
  /** The point of the example, in one sentence. Kubernetes nouns are in backticks, here and in the note. */
  readonly sentence: string
  /** What may surprise a reader of the document. */
  readonly note?: string
  /** Where the source is a test, the expectation of the test. */
  readonly expected?: Expected
  /** The same example in its other form, where a document's own YAML does not do what its text says, or did not under review. */
  readonly counterpart?: { readonly form: ExampleForm; readonly other: string }
  readonly scenario: Scenario
  readonly expect: ExpectedResult
}

/** An authenticated user, with the group `system:authenticated`. */
export function user(username: string, ...groups: readonly string[]): PlainUser {
  return { username, groups: [...groups, 'system:authenticated'] }
}

export function serviceAccount(namespace: string, name: string): PlainUser {
  return {
    username: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
  }
}

/** A service account whose token is bound to a pod on a node, with the extras of such a token. */
export function boundTo(node: string, account: PlainUser): PlainUser {
  return {
    ...account,
    extra: {
      'authentication.kubernetes.io/credential-id': ['JTI=7ee52be0-9045-4653-aa5e-0da57b8dccdc'],
      'authentication.kubernetes.io/node-name': [node],
      'authentication.kubernetes.io/node-uid': ['497e9d9a-47aa-4930-b0f6-9f2fb574c8c6'],
      'authentication.kubernetes.io/pod-name': ['agent-x7k2p'],
      'authentication.kubernetes.io/pod-uid': ['e87dbbd6-3d7e-45db-aafb-72b24627dff5'],
    },
  }
}

/** A scenario on a released 1.36 cluster with RBAC, in the constrained design, unless overridden. */
export function scenario(
  policy: string,
  requestor: PlainUser,
  request: string,
  settings: Partial<
    Pick<Scenario, 'design' | 'assumptions' | 'objects' | 'webhook' | 'authorizationConfig' | 'earlier' | 'after'>
  > &
    Partial<Scenario['cluster']> & { readonly form?: RequestForm } = {},
): Scenario {
  const {
    design = 'constrained',
    assumptions,
    form = 'http',
    objects,
    webhook,
    authorizationConfig,
    ...more
  } = settings
  const { earlier, after, ...cluster } = more
  return {
    version: 2,
    policy: policy.trimStart(),
    request: { form, text: request.trim() },
    requestor,
    cluster: { version: '1.36', authorizationModes: ['RBAC'], ...cluster },
    design,
    ...(assumptions && { assumptions }),
    ...(objects !== undefined && { objects: objects.trimStart() }),
    ...(webhook !== undefined && { webhook: webhook.trimStart() }),
    ...(authorizationConfig !== undefined && { authorizationConfig }),
    ...(earlier && { earlier }),
    ...(after !== undefined && { after }),
  }
}

/** A `GET` and so on with headers, as raw HTTP. */
export function http(line: string, headers: Readonly<Record<string, string | readonly string[]>> = {}): string {
  const lines = Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}`))
  return [`${line} HTTP/1.1`, ...lines].join('\n')
}

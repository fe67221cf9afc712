/** A text, and the results of kubectl and kube-apiserver for it. docs/conformance.md describes the format. */
export interface DocumentVector {
  readonly id: string
  readonly text: string
  /** The documents of the text and the items of its lists, each as if it were the only one. */
  readonly documents: readonly VectorDocument[]
  readonly applied?: AppliedText
}

export interface VectorDocument {
  /** The index of its document in the stream; 0 is omitted. */
  readonly in?: number
  /** Kind, namespace and name: `Role prod/a`, `ClusterRole a`. */
  readonly object?: string
  /** The program that refuses it. Absent where none does. */
  readonly by?: 'kubectl' | 'kube-apiserver'
  readonly errors?: readonly string[]
  /** The further errors where those of unknown or repeated fields are ignored. */
  readonly further?: readonly string[]
  /** The whole message, of kubectl or of the Status. */
  readonly message?: string
}

/** The result of `kubectl apply -f policy.yaml` with the whole text, in an empty cluster. */
export interface AppliedText {
  /** Its standard error; absent where it succeeds. */
  readonly prints?: string
  /** The refused updates of objects that are earlier in the text. */
  readonly refused?: readonly VectorDocument[]
  /** The roles and bindings afterwards. */
  readonly left?: readonly LeftObject[]
}

/** An object from the API server, without the metadata that the server and kubectl add. */
export interface LeftObject {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Readonly<Record<string, string>>
  }
  readonly rules?: readonly Readonly<Record<string, readonly string[]>>[] | null
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly object[] }
  readonly roleRef?: { readonly kind: string; readonly name: string }
  readonly subjects?: readonly { readonly kind: string; readonly name: string; readonly namespace?: string }[]
}

/** A text, and what kubectl and kube-apiserver make of it. docs/conformance.md describes the format. */
export interface DocumentVector {
  readonly id: string
  readonly text: string
  /** The documents of the text, lists taken apart, each as if it were alone. */
  readonly documents: readonly ReadDocument[]
  readonly applied?: Applied
}

export interface ReadDocument {
  /** The document of the stream that it stands in, from 0, which is left out. */
  readonly in?: number
  /** Kind, namespace and name: `Role prod/a`, `ClusterRole a`. */
  readonly object?: string
  /** Who refuses it. Absent where nobody does. */
  readonly by?: 'kubectl' | 'kube-apiserver'
  readonly errors?: readonly string[]
  /** The errors that follow where those of fields that are unknown or repeated are ignored. */
  readonly further?: readonly string[]
  /** The whole message, of kubectl or of the Status. */
  readonly message?: string
}

/** What `kubectl apply -f policy.yaml` does with the whole text, in an empty cluster. */
export interface Applied {
  /** What it prints on standard error; absent where it ends well. */
  readonly prints?: string
  /** The updates that are refused, of objects that the text has before. */
  readonly refused?: readonly ReadDocument[]
  /** The roles and bindings that are there afterwards. */
  readonly left?: readonly LeftObject[]
}

/** An object as the API server gives it back, without what it and kubectl note about it. */
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

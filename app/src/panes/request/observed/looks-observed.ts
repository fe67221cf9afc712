/** Whatever is longer is looked at no further: a pasted policy has better things to do. Characters. */
const LOOKED_AT = 20_000

/**
 * Whether a text looks like what a cluster tells of a request: an audit event, a line of kube-apiserver’s log about a
 * check, or the message of a 403. Whether it is one is for its reader to say.
 */
export function looksLikeClusterOutput(text: string): boolean {
  return /audit\.k8s\.io\/|forbidden: [Uu]ser \\?"|RBAC: no rules authorize user |\] "(?:HTTP|Forbidden|Impersonation authorization check)" /.test(
    text.slice(0, LOOKED_AT),
  )
}

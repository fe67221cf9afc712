/** Only the beginning of a text is looked at, so that pasting a large policy stays fast. Characters. */
const LOOKED_AT = 20_000

/**
 * Whether a text looks like the output of a cluster about a request: an audit event, a line of kube-apiserver’s log
 * about a check, or the message of a 403. It may still have errors.
 */
export function looksLikeClusterOutput(text: string): boolean {
  return /audit\.k8s\.io\/|forbidden: [Uu]ser \\?"|RBAC: no rules authorize user |\] "(?:HTTP|Forbidden|Impersonation authorization check)" /.test(
    text.slice(0, LOOKED_AT),
  )
}

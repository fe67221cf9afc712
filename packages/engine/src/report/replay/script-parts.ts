/** The parts of the script that are the same for all scenarios. For bash 3.2, which macOS has: no arrays. */

/** Reads the arguments. */
export const READ_ARGUMENTS = `mode=all
context=
requestor=
patience=10

usage() {
  printf '%s\\n' 'Usage: bash FILE [--context NAME] [--requestor NAME] [--wait SECONDS] [--checks-only | cleanup]' >&2
  exit 2
}

while [ $# -gt 0 ]; do
  case $1 in
    cleanup) mode=cleanup ;;
    --checks-only) mode=checks ;;
    --context=*) context=\${1#*=} ;;
    --requestor=*) requestor=\${1#*=} ;;
    --wait=*) patience=\${1#*=} ;;
    --context | --requestor | --wait)
      [ $# -gt 1 ] || usage
      case $1 in
        --context) context=$2 ;;
        --requestor) requestor=$2 ;;
        --wait) patience=$2 ;;
      esac
      shift
      ;;
    *) usage ;;
  esac
  shift
done
case $patience in '' | *[!0-9]*) usage ;; esac

k() {
  kubectl \${context:+"--context=$context"} "$@"
}

created=
stop() {
  printf '%s\\n' "$1" >&2
  [ -z "$created" ] || printf '%s\\n' 'Something was created: run it again with cleanup to delete that.' >&2
  exit 2
}`

/**
 * Makes reviews and compares their answers. Characters that move a terminal's cursor are removed from the cluster's texts.
 */
export const COMPARE_CHECKS = `agreed=0
differed=0
# Until then a differing answer is asked for again: authorizers learn of new objects a moment later. Seconds.
deadline=0
settle() {
  deadline=$((SECONDS + patience))
}

line() {
  printf '%s\\n' "$1" | LC_ALL=C tr '\\001-\\010\\013-\\037\\177' '?'
}

note() {
  line "note     $1"
}

expect_version() {
  local version
  version=$(k get --raw /version | sed -n 's/.*"gitVersion": *"\\([^"]*\\)".*/\\1/p') || stop 'The cluster does not answer.'
  case $version in
    v"$1".*) ;;
    *) note "the cluster has Kubernetes $version, and the playground answered for $1" ;;
  esac
}

agrees() {
  agreed=$((agreed + 1))
  line "agrees   $1"
}

differs() {
  differed=$((differed + 1))
  line "DIFFERS  $1"
  line "         expected: $2"
  line "         found:    $3"
}

# NUMBER QUESTION ANSWER REASON, and the SubjectAccessReview at stdin.
review() {
  local review found answer reason
  # $() drops line ends at the end, which a value may end with.
  review=$(cat; echo .)
  review=\${review%.}
  while :; do
    found=$(printf '%s' "$review" |
      k create -f - -o 'jsonpath={.status.allowed}/{.status.denied}/{.status.reason}.') || stop "Check $1 was not answered."
    case $found in
      true/*) answer=allowed ;;
      */true/*) answer=denied ;;
      *) answer='not allowed' ;;
    esac
    found=\${found#*/}
    found=\${found#*/}
    reason=\${found%.}
    [ "$answer" != "$3" ] && [ "$SECONDS" -lt "$deadline" ] || break
    sleep 1
  done
  if [ "$answer" != "$3" ]; then
    differs "$1. $2" "$3\${4:+: $4}" "$answer\${reason:+: $reason}"
  else
    agrees "$1. $2"
    line "         $answer\${reason:+: $reason}"
    [ "$reason" = "$4" ] || line "         for another reason than in the playground: \${4:-none}"
  fi
}

conclude() {
  local all=$((agreed + differed))
  if [ "$differed" -gt 0 ]; then
    limits
    line "$differed of $all answers differ from the playground."
    exit 1
  fi
  line "$agreed of $all answers agree with the playground."
}`

/** Creates the objects, with the label. Objects of others are not touched. */
export const CREATE_OBJECTS = `# TYPE NAME [NAMESPACE]: stops where that is there and was not created by this script.
own() {
  local found
  found=$(k get "$1/$2" \${3:+"--namespace=$3"} --ignore-not-found \\
    -o 'jsonpath={.metadata.name}={.metadata.labels.authz-playground/replay}') || stop "$1/$2 could not be looked up."
  case $found in
    '' | *"=$replay") ;;
    *) stop "$(line "$1/$2 exists already and is not part of this replay. Nothing was created.")" ;;
  esac
}

# NAME
namespace() {
  [ -z "$(k get "namespaces/$1" --ignore-not-found -o name)" ] || return 0
  created=yes
  k create -f - <<YAML || stop "Namespace $1 was not created."
apiVersion: v1
kind: Namespace
metadata: {name: "$1", labels: {authz-playground/replay: "$replay"}}
YAML
}

# NAMESPACE NAME
account() {
  [ -z "$(k get "serviceaccounts/$2" "--namespace=$1" --ignore-not-found -o name)" ] || return 0
  created=yes
  k create -f - <<YAML || stop "ServiceAccount $1/$2 was not created."
apiVersion: v1
kind: ServiceAccount
metadata: {name: "$2", namespace: "$1", labels: {authz-playground/replay: "$replay"}}
YAML
}`

/** Sends the request, as the requestor where that is necessary. */
export const SEND_REQUEST = `secret=
trap '[ -z "$secret" ] || rm -rf "$secret"' EXIT

as_requestor() {
  if [ -n "$requestor" ]; then
    k "--user=$requestor" "$@"
  else
    # Before the files of the user who runs this, which name the cluster.
    KUBECONFIG="$secret/config:\${KUBECONFIG:-$HOME/.kube/config}" k --user=authz-playground-requestor "$@"
  fi
}

# NAMESPACE NAME: has as_requestor use a token of that service account. It is valid for ten minutes, and stays in a file.
token_of() {
  local token
  token=$(k create token "$2" "--namespace=$1" --duration=10m) || stop 'No token was created for the requestor.'
  umask 077
  secret=$(mktemp -d)
  cat >"$secret/config" <<YAML
apiVersion: v1
kind: Config
users: [{name: authz-playground-requestor, user: {token: "$token"}}]
YAML
}

# USERNAME
expect_requestor() {
  local found
  found=$(as_requestor auth whoami -o 'jsonpath={.status.userInfo.username}') || stop "$requestor could not sign in."
  [ "$found" = "$1" ] || stop "$(line "$requestor of the kubeconfig is $found, and the requestor is $1.")"
}

# [MESSAGE]: compares what comes of the request with a refusal, or with passing authorization.
request() {
  local said found expected="\${1-}"
  while :; do
    if said=$(send 2>&1 >/dev/null); then
      found=
    else
      case $said in
        *'Error from server (Forbidden): '*) found=\${said#*'Error from server (Forbidden): '} ;;
        *'Error from server (NotFound)'* | *'Error from server (MethodNotAllowed)'* | *'Error from server (BadRequest)'*) found= ;;
        *'Error from server (AlreadyExists)'* | *'Error from server (Conflict)'* | *'Error from server (Invalid)'*) found= ;;
        *'The '*' is invalid: '* | *'Error from server (UnsupportedMediaType)'*) found= ;;
        *) stop "$(line "The request was not answered: $said")" ;;
      esac
    fi
    [ "$found" != "$expected" ] && [ "$SECONDS" -lt "$deadline" ] || break
    sleep 1
  done
  if [ "$found" = "$expected" ]; then
    agrees 'The request'
    line "         \${found:-it passes authorization}"
  else
    differs 'The request' "\${expected:-it passes authorization}" "\${found:-it passes authorization}"
  fi
}`

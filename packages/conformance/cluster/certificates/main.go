// Makes the certificates of a cluster on loopback, in the folder that is its only argument: two authorities (one for
// clients and the server, one for the front proxy, since whoever the API server takes for a front proxy may be anybody),
// the server's own, an administrator's, the front proxy's, and the key that signs tokens of service accounts.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("the folder to write to was expected"))
	}
	folder := os.Args[1]
	cluster := newAuthority(folder, "ca")
	proxy := newAuthority(folder, "front-proxy-ca")
	cluster.issue(folder, "server", pkix.Name{CommonName: "kube-apiserver"}, x509.ExtKeyUsageServerAuth)
	cluster.issue(folder, "admin", pkix.Name{CommonName: "administrator", Organization: []string{"system:masters"}}, x509.ExtKeyUsageClientAuth)
	proxy.issue(folder, "front-proxy", pkix.Name{CommonName: "front-proxy"}, x509.ExtKeyUsageClientAuth)
	tokens := newKey()
	writeKey(filepath.Join(folder, "tokens.key"), tokens)
}

func newAuthority(folder, name string) authority {
	key := newKey()
	template := newTemplate(pkix.Name{CommonName: name})
	template.IsCA = true
	template.BasicConstraintsValid = true
	template.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature
	certificate := write(folder, name, template, template, key, key)
	return authority{certificate: certificate, key: key}
}

func (a authority) issue(folder, name string, subject pkix.Name, usage x509.ExtKeyUsage) {
	key := newKey()
	template := newTemplate(subject)
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{usage}
	template.DNSNames = []string{"localhost"}
	template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	write(folder, name, template, a.certificate, key, a.key)
}

func newKey() *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	fail(err)
	return key
}

func newTemplate(subject pkix.Name) *x509.Certificate {
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	fail(err)
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: serial,
		Subject:      subject,
		NotBefore:    now.Add(-time.Hour),
		// Nobody plays for longer; a key that is left behind somewhere is worth nothing the day after.
		NotAfter: now.Add(24 * time.Hour),
	}
}

func write(folder, name string, template, parent *x509.Certificate, key, signer *ecdsa.PrivateKey) *x509.Certificate {
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	fail(err)
	certificate, err := x509.ParseCertificate(der)
	fail(err)
	writePEM(filepath.Join(folder, name+".crt"), "CERTIFICATE", der)
	writeKey(filepath.Join(folder, name+".key"), key)
	return certificate
}

func writeKey(file string, key *ecdsa.PrivateKey) {
	der, err := x509.MarshalECPrivateKey(key)
	fail(err)
	writePEM(file, "EC PRIVATE KEY", der)
}

func writePEM(file, kind string, der []byte) {
	fail(os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

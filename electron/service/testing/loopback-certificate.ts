/**
 * A self-signed certificate of the loopback address for test servers, valid until the year 2120. Its key is public, so
 * the certificate protects nothing.
 */
export const loopbackCertificate = {
  certificate: `-----BEGIN CERTIFICATE-----
MIIBeDCCAR2gAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFMb29wYmFj
ayBvZiB0ZXN0czAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHDEa
MBgGA1UEAwwRTG9vcGJhY2sgb2YgdGVzdHMwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAASNusPGEr7rdFUbW08gY1Yov0HRASeWol39Dl/bKf0QJDoYgGt6N6XZDJLp
BDkA2FFP4bddIg58Z2KaaEhTl2kTo04wTDAPBgNVHRMBAf8EBTADAQH/MBoGA1Ud
EQQTMBGHBH8AAAGCCWxvY2FsaG9zdDAdBgNVHQ4EFgQUmt68SbEdm+cibWJXDOoL
Sea1fwgwCgYIKoZIzj0EAwIDSQAwRgIhAPKFCZug/C56Z+rgwOwt1HPKc72WQiON
uaJpZc5iRwwFAiEAjxHazovizEBckRGjmLWBLqK16kQVCjEYevkalVY6IdI=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKcR+H5af5JjJOuNY
98qMxI0Nir9nYUY7+QB5Yr3v7eyhRANCAASNusPGEr7rdFUbW08gY1Yov0HRASeW
ol39Dl/bKf0QJDoYgGt6N6XZDJLpBDkA2FFP4bddIg58Z2KaaEhTl2kT
-----END PRIVATE KEY-----
`,
};

#include <openssl/aes.h>
#include <openssl/bn.h>
#include <openssl/conf.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/objects.h>
#include <openssl/ocsp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Wrappers of what Swift cannot express: macros, and OSSL_PARAM arrays, which keep pointers to
// their strings and values. Each function builds, uses and frees such an array within one call.

/// An EC key from a public point (uncompressed) and, unless it is NULL, a private scalar.
///
/// `scalar` is big-endian. Returns NULL if libcrypto refuses; the caller frees the result.
static inline EVP_PKEY *flowrun_ec_key(int nid, const unsigned char *point, size_t point_length,
                                       const unsigned char *scalar, size_t scalar_length) {
  unsigned char native[128];
  OSSL_PARAM params[4];
  size_t count = 0;
  EVP_PKEY *key = NULL;
  if (scalar_length > sizeof native) return NULL;
  params[count++] =
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)OBJ_nid2sn(nid), 0);
  params[count++] = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY,
                                                      (void *)point, point_length);
  if (scalar != NULL) {
    BIGNUM *number = BN_bin2bn(scalar, (int)scalar_length, NULL);
    if (number == NULL) return NULL;
    int written = BN_bn2nativepad(number, native, (int)scalar_length);
    BN_clear_free(number);
    if (written < 0) return NULL;
    params[count++] = OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, native, scalar_length);
  }
  params[count] = OSSL_PARAM_construct_end();
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  if (context != NULL && EVP_PKEY_fromdata_init(context) == 1) {
    int selection = scalar != NULL ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
    if (EVP_PKEY_fromdata(context, &key, selection, params) != 1) key = NULL;
  }
  EVP_PKEY_CTX_free(context);
  OPENSSL_cleanse(native, sizeof native);
  return key;
}

/// The curve of an EC key, or NID_undef for any other key.
static inline int flowrun_ec_key_curve(const EVP_PKEY *key) {
  char name[64];
  size_t length = 0;
  if (EVP_PKEY_get_group_name(key, name, sizeof name, &length) != 1) return NID_undef;
  int nid = OBJ_sn2nid(name);
  return nid != NID_undef ? nid : OBJ_ln2nid(name);
}

/// The public point of an EC key in the uncompressed form. Returns its length; 0 on failure.
static inline size_t flowrun_ec_key_point(const EVP_PKEY *key, unsigned char *out, size_t size) {
  size_t length = 0;
  if (EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, out, size, &length) != 1)
    return 0;
  return length;
}

static inline void flowrun_free(void *memory) { OPENSSL_free(memory); }

static inline int flowrun_usage_count(const EXTENDED_KEY_USAGE *usages) {
  return sk_ASN1_OBJECT_num(usages);
}
static inline const ASN1_OBJECT *flowrun_usage(const EXTENDED_KEY_USAGE *usages, int index) {
  return sk_ASN1_OBJECT_value(usages, index);
}
static inline int flowrun_policy_count(const CERTIFICATEPOLICIES *policies) {
  return sk_POLICYINFO_num(policies);
}
static inline const ASN1_OBJECT *flowrun_policy(const CERTIFICATEPOLICIES *policies, int index) {
  return sk_POLICYINFO_value(policies, index)->policyid;
}

static inline STACK_OF(X509) *flowrun_certificates(void) { return sk_X509_new_null(); }
static inline int flowrun_certificates_count(const STACK_OF(X509) *certificates) {
  return sk_X509_num(certificates);
}
static inline X509 *flowrun_certificate(const STACK_OF(X509) *certificates, int index) {
  return sk_X509_value(certificates, index);
}
static inline void flowrun_certificates_free(STACK_OF(X509) *certificates) {
  sk_X509_pop_free(certificates, X509_free);
}
/// Adds a certificate and keeps its own reference to it.
static inline int flowrun_certificates_add(STACK_OF(X509) *certificates, X509 *certificate) {
  return X509_add_cert(certificates, certificate, X509_ADD_FLAG_UP_REF);
}

/// Adds the extensions in the first section of a text (x509v3_config(5)) to a certificate. Returns
/// 1 on success.
static inline int flowrun_add_extensions(X509 *certificate, X509 *issuer, const char *text) {
  X509V3_CTX context;
  CONF *configuration = NCONF_new(NULL);
  BIO *source = BIO_new_mem_buf(text, -1);
  int added = configuration != NULL && source != NULL &&
              NCONF_load_bio(configuration, source, NULL) == 1;
  if (added) {
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509V3_set_nconf(&context, configuration);
    added = X509V3_EXT_add_nconf(configuration, &context, "default", certificate);
  }
  BIO_free(source);
  NCONF_free(configuration);
  return added;
}

/// The addresses of the responders that a certificate names; the caller frees the list.
static inline STACK_OF(OPENSSL_STRING) *flowrun_responders(X509 *certificate) {
  return X509_get1_ocsp(certificate);
}
static inline int flowrun_texts_count(const STACK_OF(OPENSSL_STRING) *texts) {
  return sk_OPENSSL_STRING_num(texts);
}
static inline const char *flowrun_text(const STACK_OF(OPENSSL_STRING) *texts, int index) {
  return sk_OPENSSL_STRING_value(texts, index);
}

/// The hash function of the signature of a response, or NID_undef.
static inline int flowrun_response_hash(const OCSP_BASICRESP *response) {
  const ASN1_OBJECT *algorithm = NULL;
  int hash = NID_undef;
  X509_ALGOR_get0(&algorithm, NULL, NULL, OCSP_resp_get0_tbs_sigalg(response));
  return OBJ_find_sigid_algs(OBJ_obj2nid(algorithm), &hash, NULL) == 1 ? hash : NID_undef;
}

// libcrypto's functions, each under its own name and found at its first call; see ../loading.h.
//
// Linked in the usual way, libcrypto would be mapped and relocated at every start, which is more
// work than everything else that `flowrun UC2.3 --by-hand` does before its first question. If the
// library is missing, a call ends the process, since nothing secret can be done without it.

// The interface that the headers promise: `libcrypto.so.3`.
#define TEXT(number) #number
#define NAME(number) "libcrypto.so." TEXT(number)
#define LIBRARY NAME(OPENSSL_SHLIB_VERSION)
#define DYLIB "libcrypto.3.dylib"
#define PACKAGE "libssl3"
#define HEADER <COpenSSL.h>
#include "../loading.h"

// Random numbers, memory, errors.
FORWARD(int, BIO_free, (BIO *a), (a))
FORWARD(BIO *, BIO_new_mem_buf, (const void *a, int b), (a, b))
FORWARD(void, CRYPTO_free, (void *a, const char *b, int c), (a, b, c))
FORWARD(int, CRYPTO_memcmp, (const void *a, const void *b, size_t c), (a, b, c))
FORWARD(void, ERR_clear_error, (void), ())
FORWARD(void, OPENSSL_cleanse, (void *a, size_t b), (a, b))
FORWARD(int, RAND_bytes, (unsigned char *a, int b), (a, b))
FORWARD(int, RAND_priv_bytes, (unsigned char *a, int b), (a, b))

// Hashes, ciphers, message authentication.
FORWARD(int, EVP_CIPHER_CTX_ctrl, (EVP_CIPHER_CTX *a, int b, int c, void *d), (a, b, c, d))
FORWARD(void, EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX *a), (a))
FORWARD(EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new, (void), ())
FORWARD(int, EVP_CIPHER_CTX_set_padding, (EVP_CIPHER_CTX *a, int b), (a, b))
FORWARD(int, EVP_CipherFinal_ex, (EVP_CIPHER_CTX *a, unsigned char *b, int *c), (a, b, c))
FORWARD(int, EVP_CipherInit_ex2, (EVP_CIPHER_CTX *a, const EVP_CIPHER *b, const unsigned char *c,
        const unsigned char *d, int e, const OSSL_PARAM f[]), (a, b, c, d, e, f))
FORWARD(int, EVP_CipherUpdate, (EVP_CIPHER_CTX *a, unsigned char *b, int *c, const unsigned char *d,
        int e), (a, b, c, d, e))
FORWARD(int, EVP_Digest, (const void *a, size_t b, unsigned char *c, unsigned int *d, const EVP_MD
        *e, ENGINE *f), (a, b, c, d, e, f))
FORWARD(unsigned char *, EVP_Q_mac, (OSSL_LIB_CTX *a, const char *b, const char *c, const char *d,
        const OSSL_PARAM *e, const void *f, size_t g, const unsigned char *h, size_t i, unsigned
        char *j, size_t k, size_t *l), (a, b, c, d, e, f, g, h, i, j, k, l))
FORWARD(const EVP_CIPHER *, EVP_aes_128_cbc, (void), ())
FORWARD(const EVP_CIPHER *, EVP_aes_192_cbc, (void), ())
FORWARD(const EVP_CIPHER *, EVP_aes_256_cbc, (void), ())
FORWARD(const EVP_CIPHER *, EVP_aes_256_gcm, (void), ())
FORWARD(const EVP_MD *, EVP_sha1, (void), ())
FORWARD(const EVP_MD *, EVP_sha256, (void), ())
FORWARD(const EVP_MD *, EVP_sha384, (void), ())
FORWARD(const EVP_MD *, EVP_sha512, (void), ())

// Keys and signatures.
FORWARD(void, ECDSA_SIG_free, (ECDSA_SIG *a), (a))
FORWARD(const BIGNUM *, ECDSA_SIG_get0_r, (const ECDSA_SIG *a), (a))
FORWARD(const BIGNUM *, ECDSA_SIG_get0_s, (const ECDSA_SIG *a), (a))
FORWARD(ECDSA_SIG *, ECDSA_SIG_new, (void), ())
FORWARD(int, ECDSA_SIG_set0, (ECDSA_SIG *a, BIGNUM *b, BIGNUM *c), (a, b, c))
FORWARD(void, EVP_PKEY_CTX_free, (EVP_PKEY_CTX *a), (a))
FORWARD(EVP_PKEY_CTX *, EVP_PKEY_CTX_new, (EVP_PKEY *a, ENGINE *b), (a, b))
FORWARD(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_name, (OSSL_LIB_CTX *a, const char *b, const char *c),
        (a, b, c))
FORWARD(void, EVP_PKEY_free, (EVP_PKEY *a), (a))
FORWARD(int, EVP_PKEY_fromdata, (EVP_PKEY_CTX *a, EVP_PKEY **b, int c, OSSL_PARAM d[]), (a, b, c,
        d))
FORWARD(int, EVP_PKEY_fromdata_init, (EVP_PKEY_CTX *a), (a))
FORWARD(int, EVP_PKEY_get_group_name, (const EVP_PKEY *a, char *b, size_t c, size_t *d), (a, b, c,
        d))
FORWARD(int, EVP_PKEY_get_octet_string_param, (const EVP_PKEY *a, const char *b, unsigned char *c,
        size_t d, size_t *e), (a, b, c, d, e))
FORWARD(int, EVP_PKEY_sign, (EVP_PKEY_CTX *a, unsigned char *b, size_t *c, const unsigned char *d,
        size_t e), (a, b, c, d, e))
FORWARD(int, EVP_PKEY_sign_init, (EVP_PKEY_CTX *a), (a))
FORWARD(int, EVP_PKEY_verify, (EVP_PKEY_CTX *a, const unsigned char *b, size_t c, const unsigned
        char *d, size_t e), (a, b, c, d, e))
FORWARD(int, EVP_PKEY_verify_init, (EVP_PKEY_CTX *a), (a))
FORWARD(OSSL_PARAM, OSSL_PARAM_construct_BN, (const char *a, unsigned char *b, size_t c), (a, b, c))
FORWARD(OSSL_PARAM, OSSL_PARAM_construct_end, (void), ())
FORWARD(OSSL_PARAM, OSSL_PARAM_construct_octet_string, (const char *a, void *b, size_t c), (a, b,
        c))
FORWARD(OSSL_PARAM, OSSL_PARAM_construct_utf8_string, (const char *a, char *b, size_t c), (a, b, c))
FORWARD(ECDSA_SIG *, d2i_ECDSA_SIG, (ECDSA_SIG **a, const unsigned char **b, long c), (a, b, c))
FORWARD(int, i2d_ECDSA_SIG, (const ECDSA_SIG *a, unsigned char **b), (a, b))

// Numbers.
FORWARD(void, BN_CTX_free, (BN_CTX *a), (a))
FORWARD(BN_CTX *, BN_CTX_new, (void), ())
FORWARD(int, BN_add_word, (BIGNUM *a, unsigned long b), (a, b))
FORWARD(BIGNUM *, BN_bin2bn, (const unsigned char *a, int b, BIGNUM *c), (a, b, c))
FORWARD(int, BN_bn2binpad, (const BIGNUM *a, unsigned char *b, int c), (a, b, c))
FORWARD(int, BN_bn2nativepad, (const BIGNUM *a, unsigned char *b, int c), (a, b, c))
FORWARD(void, BN_clear_free, (BIGNUM *a), (a))
FORWARD(int, BN_cmp, (const BIGNUM *a, const BIGNUM *b), (a, b))
FORWARD(BIGNUM *, BN_copy, (BIGNUM *a, const BIGNUM *b), (a, b))
FORWARD(int, BN_div, (BIGNUM *a, BIGNUM *b, const BIGNUM *c, const BIGNUM *d, BN_CTX *e), (a, b, c,
        d, e))
FORWARD(void, BN_free, (BIGNUM *a), (a))
FORWARD(int, BN_is_zero, (const BIGNUM *a), (a))
FORWARD(BIGNUM *, BN_new, (void), ())
FORWARD(int, BN_priv_rand_range, (BIGNUM *a, const BIGNUM *b), (a, b))
FORWARD(void, BN_set_flags, (BIGNUM *a, int b), (a, b))
FORWARD(int, BN_sub_word, (BIGNUM *a, unsigned long b), (a, b))
FORWARD(ASN1_INTEGER *, BN_to_ASN1_INTEGER, (const BIGNUM *a, ASN1_INTEGER *b), (a, b))

// Curves.
FORWARD(const BIGNUM *, EC_GROUP_get0_order, (const EC_GROUP *a), (a))
FORWARD(EC_GROUP *, EC_GROUP_new_by_curve_name, (int a), (a))
FORWARD(int, EC_POINT_add, (const EC_GROUP *a, EC_POINT *b, const EC_POINT *c, const EC_POINT *d,
        BN_CTX *e), (a, b, c, d, e))
FORWARD(void, EC_POINT_clear_free, (EC_POINT *a), (a))
FORWARD(int, EC_POINT_get_affine_coordinates, (const EC_GROUP *a, const EC_POINT *b, BIGNUM *c,
        BIGNUM *d, BN_CTX *e), (a, b, c, d, e))
FORWARD(int, EC_POINT_is_at_infinity, (const EC_GROUP *a, const EC_POINT *b), (a, b))
FORWARD(int, EC_POINT_mul, (const EC_GROUP *a, EC_POINT *b, const BIGNUM *c, const EC_POINT *d,
        const BIGNUM *e, BN_CTX *f), (a, b, c, d, e, f))
FORWARD(EC_POINT *, EC_POINT_new, (const EC_GROUP *a), (a))
FORWARD(int, EC_POINT_oct2point, (const EC_GROUP *a, EC_POINT *b, const unsigned char *c, size_t d,
        BN_CTX *e), (a, b, c, d, e))
FORWARD(size_t, EC_POINT_point2oct, (const EC_GROUP *a, const EC_POINT *b, point_conversion_form_t
        c, unsigned char *d, size_t e, BN_CTX *f), (a, b, c, d, e, f))

// Names of objects, strings, times, lists.
FORWARD(void, ASN1_STRING_free, (ASN1_STRING *a), (a))
FORWARD(const unsigned char *, ASN1_STRING_get0_data, (const ASN1_STRING *a), (a))
FORWARD(int, ASN1_STRING_length, (const ASN1_STRING *a), (a))
FORWARD(int, ASN1_STRING_to_UTF8, (unsigned char **a, const ASN1_STRING *b), (a, b))
FORWARD(int, ASN1_TIME_diff, (int *a, int *b, const ASN1_TIME *c, const ASN1_TIME *d), (a, b, c, d))
FORWARD(ASN1_TIME *, ASN1_TIME_set, (ASN1_TIME *a, time_t b), (a, b))
FORWARD(int, OBJ_ln2nid, (const char *a), (a))
FORWARD(const char *, OBJ_nid2sn, (int a), (a))
FORWARD(int, OBJ_obj2txt, (char *a, int b, const ASN1_OBJECT *c, int d), (a, b, c, d))
FORWARD(int, OBJ_sn2nid, (const char *a), (a))
FORWARD(OPENSSL_STACK *, OPENSSL_sk_new_null, (void), ())
FORWARD(int, OPENSSL_sk_num, (const OPENSSL_STACK *a), (a))
FORWARD(void, OPENSSL_sk_pop_free, (OPENSSL_STACK *a, void (*b)(void *)), (a, b))
FORWARD(void *, OPENSSL_sk_value, (const OPENSSL_STACK *a, int b), (a, b))

// Certificates.
FORWARD(void, CERTIFICATEPOLICIES_free, (CERTIFICATEPOLICIES *a), (a))
FORWARD(void, EXTENDED_KEY_USAGE_free, (EXTENDED_KEY_USAGE *a), (a))
FORWARD(void, NCONF_free, (CONF *a), (a))
FORWARD(int, NCONF_load_bio, (CONF *a, BIO *b, long *c), (a, b, c))
FORWARD(CONF *, NCONF_new, (CONF_METHOD *a), (a))
FORWARD(int, X509V3_EXT_add_nconf, (CONF *a, X509V3_CTX *b, const char *c, X509 *d), (a, b, c, d))
FORWARD(void, X509V3_set_ctx, (X509V3_CTX *a, X509 *b, X509 *c, X509_REQ *d, X509_CRL *e, int f),
        (a, b, c, d, e, f))
FORWARD(void, X509V3_set_nconf, (X509V3_CTX *a, CONF *b), (a, b))
FORWARD(ASN1_STRING *, X509_NAME_ENTRY_get_data, (const X509_NAME_ENTRY *a), (a))
FORWARD(int, X509_NAME_add_entry_by_NID, (X509_NAME *a, int b, int c, const unsigned char *d, int e,
        int f, int g), (a, b, c, d, e, f, g))
FORWARD(X509_NAME_ENTRY *, X509_NAME_get_entry, (const X509_NAME *a, int b), (a, b))
FORWARD(int, X509_NAME_get_index_by_NID, (const X509_NAME *a, int b, int c), (a, b, c))
FORWARD(void, X509_STORE_CTX_free, (X509_STORE_CTX *a), (a))
FORWARD(STACK_OF(X509) *, X509_STORE_CTX_get0_chain, (const X509_STORE_CTX *a), (a))
FORWARD(X509_VERIFY_PARAM *, X509_STORE_CTX_get0_param, (const X509_STORE_CTX *a), (a))
FORWARD(int, X509_STORE_CTX_get_error, (const X509_STORE_CTX *a), (a))
FORWARD(int, X509_STORE_CTX_init, (X509_STORE_CTX *a, X509_STORE *b, X509 *c, STACK_OF(X509) *d),
        (a, b, c, d))
FORWARD(X509_STORE_CTX *, X509_STORE_CTX_new, (void), ())
FORWARD(void, X509_STORE_CTX_set_flags, (X509_STORE_CTX *a, unsigned long b), (a, b))
FORWARD(void, X509_STORE_CTX_set_time, (X509_STORE_CTX *a, unsigned long b, time_t c), (a, b, c))
FORWARD(int, X509_STORE_add_cert, (X509_STORE *a, X509 *b), (a, b))
FORWARD(void, X509_STORE_free, (X509_STORE *a), (a))
FORWARD(X509_STORE *, X509_STORE_new, (void), ())
FORWARD(void, X509_VERIFY_PARAM_set_auth_level, (X509_VERIFY_PARAM *a, int b), (a, b))
FORWARD(void, X509_VERIFY_PARAM_set_depth, (X509_VERIFY_PARAM *a, int b), (a, b))
FORWARD(int, X509_add_cert, (STACK_OF(X509) *a, X509 *b, int c), (a, b, c))
FORWARD(int, X509_check_ca, (X509 *a), (a))
FORWARD(void, X509_free, (X509 *a), (a))
FORWARD(const ASN1_OCTET_STRING *, X509_get0_authority_key_id, (X509 *a), (a))
FORWARD(const ASN1_TIME *, X509_get0_notAfter, (const X509 *a), (a))
FORWARD(const ASN1_TIME *, X509_get0_notBefore, (const X509 *a), (a))
FORWARD(EVP_PKEY *, X509_get0_pubkey, (const X509 *a), (a))
FORWARD(const ASN1_INTEGER *, X509_get0_serialNumber, (const X509 *a), (a))
FORWARD(const ASN1_OCTET_STRING *, X509_get0_subject_key_id, (X509 *a), (a))
FORWARD(void *, X509_get_ext_d2i, (const X509 *a, int b, int *c, int *d), (a, b, c, d))
FORWARD(X509_NAME *, X509_get_issuer_name, (const X509 *a), (a))
FORWARD(uint32_t, X509_get_key_usage, (X509 *a), (a))
FORWARD(ASN1_INTEGER *, X509_get_serialNumber, (X509 *a), (a))
FORWARD(X509_NAME *, X509_get_subject_name, (const X509 *a), (a))
FORWARD(ASN1_TIME *, X509_getm_notAfter, (const X509 *a), (a))
FORWARD(ASN1_TIME *, X509_getm_notBefore, (const X509 *a), (a))
FORWARD(X509 *, X509_new, (void), ())
FORWARD(int, X509_set_issuer_name, (X509 *a, const X509_NAME *b), (a, b))
FORWARD(int, X509_set_pubkey, (X509 *a, EVP_PKEY *b), (a, b))
FORWARD(int, X509_set_version, (X509 *a, long b), (a, b))
FORWARD(int, X509_sign, (X509 *a, EVP_PKEY *b, const EVP_MD *c), (a, b, c))
FORWARD(int, X509_verify_cert, (X509_STORE_CTX *a), (a))
FORWARD(X509 *, d2i_X509, (X509 **a, const unsigned char **b, long c), (a, b, c))
FORWARD(int, i2d_X509, (const X509 *a, unsigned char **b), (a, b))

// Revocation.
FORWARD(int, OBJ_find_sigid_algs, (int a, int *b, int *c), (a, b, c))
FORWARD(int, OBJ_obj2nid, (const ASN1_OBJECT *a), (a))
FORWARD(void, OCSP_BASICRESP_free, (OCSP_BASICRESP *a), (a))
FORWARD(void, OCSP_CERTID_free, (OCSP_CERTID *a), (a))
FORWARD(void, OCSP_REQUEST_free, (OCSP_REQUEST *a), (a))
FORWARD(OCSP_REQUEST *, OCSP_REQUEST_new, (void), ())
FORWARD(void, OCSP_RESPONSE_free, (OCSP_RESPONSE *a), (a))
FORWARD(int, OCSP_basic_verify, (OCSP_BASICRESP *a, STACK_OF(X509) *b, X509_STORE *c, unsigned long
        d), (a, b, c, d))
FORWARD(OCSP_CERTID *, OCSP_cert_id_new, (const EVP_MD *a, const X509_NAME *b, const ASN1_BIT_STRING
        *c, const ASN1_INTEGER *d), (a, b, c, d))
FORWARD(int, OCSP_check_nonce, (OCSP_REQUEST *a, OCSP_BASICRESP *b), (a, b))
FORWARD(OCSP_CERTID *, OCSP_onereq_get0_id, (OCSP_ONEREQ *a), (a))
FORWARD(OCSP_ONEREQ *, OCSP_request_add0_id, (OCSP_REQUEST *a, OCSP_CERTID *b), (a, b))
FORWARD(int, OCSP_request_add1_nonce, (OCSP_REQUEST *a, unsigned char *b, int c), (a, b, c))
FORWARD(OCSP_ONEREQ *, OCSP_request_onereq_get0, (OCSP_REQUEST *a, int b), (a, b))
FORWARD(int, OCSP_resp_find_status, (OCSP_BASICRESP *a, OCSP_CERTID *b, int *c, int *d,
        ASN1_GENERALIZEDTIME **e, ASN1_GENERALIZEDTIME **f, ASN1_GENERALIZEDTIME **g), (a, b, c, d,
        e, f, g))
FORWARD(int, OCSP_resp_get0_signer, (OCSP_BASICRESP *a, X509 **b, STACK_OF(X509) *c), (a, b, c))
FORWARD(const X509_ALGOR *, OCSP_resp_get0_tbs_sigalg, (const OCSP_BASICRESP *a), (a))
FORWARD(OCSP_BASICRESP *, OCSP_response_get1_basic, (OCSP_RESPONSE *a), (a))
FORWARD(int, OCSP_response_status, (OCSP_RESPONSE *a), (a))
FORWARD(void, X509_ALGOR_get0, (const ASN1_OBJECT **a, int *b, const void **c, const X509_ALGOR *d),
        (a, b, c, d))
FORWARD(void, X509_email_free, (STACK_OF(OPENSSL_STRING) *a), (a))
FORWARD(ASN1_BIT_STRING *, X509_get0_pubkey_bitstr, (const X509 *a), (a))
FORWARD(STACK_OF(OPENSSL_STRING) *, X509_get1_ocsp, (X509 *a), (a))
FORWARD(OCSP_REQUEST *, d2i_OCSP_REQUEST, (OCSP_REQUEST **a, const unsigned char **b, long c), (a,
        b, c))
FORWARD(OCSP_RESPONSE *, d2i_OCSP_RESPONSE, (OCSP_RESPONSE **a, const unsigned char **b, long c),
        (a, b, c))
FORWARD(int, i2d_OCSP_REQUEST, (const OCSP_REQUEST *a, unsigned char **b), (a, b))

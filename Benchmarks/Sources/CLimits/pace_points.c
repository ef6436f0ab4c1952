#include "limits.h"
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/obj_mac.h>

int limit_pace_points(void) {
  static EC_GROUP *group;
  static unsigned char peer[65];
  static BIGNUM *scalar;
  BN_CTX *scratch = BN_CTX_new();
  if (!group) {
    group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    scalar = BN_new();
    BN_priv_rand_range(scalar, EC_GROUP_get0_order(group));
    EC_POINT *point = EC_POINT_new(group);
    EC_POINT_mul(group, point, scalar, NULL, NULL, scratch);
    EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, peer, sizeof peer, scratch);
    EC_POINT_free(point);
  }
  unsigned char encoded[65];
  EC_POINT *a = EC_POINT_new(group), *b = EC_POINT_new(group), *c = EC_POINT_new(group);
  int good =
    // Mapping: our point, the shared point H, the generator s*G + H.
    EC_POINT_mul(group, a, scalar, NULL, NULL, scratch)
    && EC_POINT_point2oct(group, a, POINT_CONVERSION_UNCOMPRESSED, encoded, 65, scratch) == 65
    && EC_POINT_oct2point(group, b, peer, sizeof peer, scratch)
    && EC_POINT_mul(group, c, NULL, b, scalar, scratch)
    && EC_POINT_mul(group, a, scalar, NULL, NULL, scratch)
    && EC_POINT_add(group, a, a, c, scratch)
    // Agreement: our point on the generator, and the shared secret.
    && EC_POINT_mul(group, c, NULL, a, scalar, scratch)
    && EC_POINT_point2oct(group, c, POINT_CONVERSION_UNCOMPRESSED, encoded, 65, scratch) == 65
    && EC_POINT_oct2point(group, b, peer, sizeof peer, scratch)
    && EC_POINT_mul(group, c, NULL, b, scalar, scratch);
  EC_POINT_free(a);
  EC_POINT_free(b);
  EC_POINT_free(c);
  BN_CTX_free(scratch);
  return good;
}

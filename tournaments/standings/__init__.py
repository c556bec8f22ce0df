"""Who stands where: points, tie-breaks, qualifying, why one is ahead; standings withheld from the public."""

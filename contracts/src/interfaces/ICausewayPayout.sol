// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The payout contract
/// @notice Makes payouts and refunds, and pays each id at most once per payer. So a payer that lost its records, runs
/// twice or sends a payment again cannot pay twice.
/// @dev Ids are recorded per payer, so one payer cannot use up another's ids. Tokens move from the payer straight to the
/// recipient. The contract has no balance after a call.
interface ICausewayPayout {
    /// @notice One payment to make.
    /// @param id The id of the payment. The payer chooses it.
    /// @param token The token to pay in, or the zero address for the chain's native token.
    /// @param to The recipient.
    /// @param amount The amount for the recipient, in the token's smallest unit.
    struct Payment {
        bytes32 id;
        address token;
        address to;
        uint256 amount;
    }

    /// @notice `to` received exactly `amount` of `token` from `payer` for `id`.
    event Paid(address indexed payer, bytes32 indexed id, address indexed to, address token, uint256 amount);

    /// @notice The payer has already paid this id. Its `Paid` event shows the payment.
    error AlreadyPaid(address payer, bytes32 id);

    /// @notice The recipient is the zero address, this contract or the payer itself.
    error BadRecipient(address to);

    /// @notice The amount is zero.
    error ZeroAmount();

    /// @notice The native value differs from the sum of the native amounts.
    error WrongValue(uint256 expected, uint256 sent);

    /// @notice The recipient's balance did not rise by exactly the amount.
    error WrongAmountReceived(uint256 expected, uint256 received);

    /// @notice The recipient refused the native token, or the payer refused the unspent part.
    error NativeTransferFailed();

    /// @notice Makes one payment or reverts.
    /// @param id The id of the payment.
    /// @param token An ERC-20 that the caller approved for this contract, or the zero address for the native token.
    /// @param to The recipient. It must accept the native token within 100,000 gas.
    /// @param amount The amount for the recipient. For the native token it equals the value of the call.
    function pay(bytes32 id, address token, address to, uint256 amount) external payable;

    /// @notice Makes many payments. A failed payment changes nothing and does not stop the others.
    /// @dev Each payment gets 500,000 gas. The batch reverts if the gas limit does not allow that. So `false` always means
    /// that the payment failed, and a gas estimate cannot find a lower limit that skips payments.
    /// @param payments The payments. Their native amounts must add up to the value of the call. The contract returns the
    /// native amounts of failed payments to the caller.
    /// @return paid For each payment, whether this call made it.
    function payBatch(Payment[] calldata payments) external payable returns (bool[] memory paid);

    /// @notice Whether the payer has paid the id.
    function isPaid(address payer, bytes32 id) external view returns (bool);
}
